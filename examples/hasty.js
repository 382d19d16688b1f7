// A bot in 20 lines: fivedice arena traditional "program:node examples/hasty.js" greedy
// It keeps its most frequent face and uses the dice where they pay most (docs/guide/own-bot.md).
const lines = require("node:readline").createInterface({ input: process.stdin });

function decide({ asked, decisions, seat, picture, you }) {
  if (asked === "keep") {
    const hand = [...picture.turn.hands[seat]];
    const count = (face) => hand.filter((die) => die === face).length;
    const common = hand.reduce((best, face) => (count(face) > count(best) ? face : best));
    return decisions.find(({ keep }) => keep === common.repeat(count(common)));
  }
  if (asked === "use") {
    const best = you.uses.reduce((one, other) => (other.pays > one.pays ? other : one));
    return decisions.find(({ use }) => use === best.name);
  }
  return decisions[0];
}

lines.on("line", (line) => console.log(JSON.stringify(decide(JSON.parse(line)))));
