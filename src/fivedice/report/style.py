"""The stylesheet of a review page: light and dark, wide, narrow and printed."""

LIGHT = """
--paper:#fbfbf9;--sheet:#ffffff;--ink:#20242b;--soft:#666e79;--rule:#e4e5e3;--grid:#ececea;
--luck:#2f8873;--bad:#a9c4bb;--cost:#cc5b3d;--others:#8b8f98;--area:#dfe6ee;--die:#ffffff;--edge:#b9bdc4;
--kept:#20242b;--tint:#f3d9d0;
--s0:#2563a8;--s1:#b8591f;--s2:#2e7d5b;--s3:#84489a;--s4:#97741a;--s5:#ad3557;--s6:#52697a;--s7:#66762a;
--s8:#25818f;--s9:#765642;
"""

DARK = """
--paper:#14161a;--sheet:#1b1e23;--ink:#e6e7ea;--soft:#9aa2ad;--rule:#2c3037;--grid:#252930;
--luck:#56b79e;--bad:#47675e;--cost:#ea8162;--others:#858b95;--area:#2a3542;--die:#23272e;--edge:#4a505a;
--kept:#e6e7ea;--tint:#4c2f28;
--s0:#74aaea;--s1:#eb9a5f;--s2:#67c199;--s3:#c491d8;--s4:#d6b354;--s5:#ee7f9e;--s6:#9fb6c6;--s7:#b3c46a;
--s8:#6cc6d4;--s9:#c6a28a;
"""

SEATS = "".join(f".s{n}{{--seat:var(--s{n})}}" for n in range(10))

RULES = """
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);
font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",sans-serif}
main{max-width:768px;margin:0 auto;padding:40px 24px 80px}
h1{font-size:30px;line-height:1.2;letter-spacing:-.015em;margin:0 0 8px;text-wrap:balance}
h2{font-size:19px;letter-spacing:-.005em;margin:56px 0 4px}
h3{font-size:16px;margin:28px 0 8px}
p{margin:6px 0}
.soft,small,.note{color:var(--soft)}
.note{font-size:14px;margin:0 0 16px;max-width:62ch}
.who{color:var(--seat);font-weight:600;overflow-wrap:anywhere}
.plot{display:block;width:100%;height:auto;margin:12px 0 4px;overflow:visible;
font:12px system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
.narrow{display:none}
.plot text{fill:var(--ink)}
.plot .tick,.plot .axis{fill:var(--soft);font-variant-numeric:tabular-nums}
.plot .name{fill:var(--seat);font-weight:600;font-size:13px}
.plot .value{fill:var(--seat);font-weight:600;font-size:14px}
.plot .number{fill:var(--paper);font-size:11px;font-weight:700}
.plot path{fill:none}
.plot .grid{stroke:var(--grid)}
.plot .base{stroke:var(--edge)}
.plot .mean{stroke:var(--soft);stroke-dasharray:3 3}
.plot .area{fill:var(--area)}
.plot .trace{stroke:var(--seat);stroke-width:1.8;stroke-linejoin:round}
.plot .mark{stroke:var(--seat);stroke-width:2.5}
.plot .badge,.plot .point{fill:var(--seat)}
.plot .badge{stroke:var(--paper);stroke-width:1.5}
.fill-luck{fill:var(--luck)}.fill-bad{fill:var(--bad)}.fill-cost{fill:var(--cost)}.fill-others{fill:var(--others)}
.key{display:flex;flex-wrap:wrap;gap:4px 18px;font-size:13px;color:var(--soft);margin:8px 0}
.key i{display:inline-block;width:11px;height:11px;border-radius:2px;margin-right:6px}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:14px;font-variant-numeric:tabular-nums;margin:12px 0}
th{font-weight:500;color:var(--soft);text-align:right;padding:5px 8px;border-bottom:1px solid var(--rule)}
td{text-align:right;padding:5px 8px;border-bottom:1px solid var(--grid);white-space:nowrap}
th:first-child,td:first-child{text-align:left;padding-left:0}
td:first-child{white-space:normal}
td.heat{background:linear-gradient(to left,var(--tint) var(--share),var(--paper) 0) right/calc(100% - 14px)
100% no-repeat}
.even table{table-layout:fixed;min-width:calc(var(--columns)*80px + 128px)}
.even th:first-child{width:128px}
.even th{overflow:hidden;text-overflow:ellipsis}
.moments{list-style:none;margin:16px 0;padding:0}
.moments>li{padding:14px 0;border-top:1px solid var(--rule)}
.moments>li:last-child{border-bottom:1px solid var(--rule)}
.head{display:flex;flex-wrap:wrap;gap:2px 12px;align-items:baseline;justify-content:space-between;
margin-bottom:6px}
.head b{font-variant-numeric:tabular-nums;font-weight:600}
.nth{display:inline-block;min-width:20px;height:20px;border-radius:10px;background:var(--seat);
color:var(--paper);font-size:12px;font-weight:700;line-height:20px;text-align:center;margin-right:8px}
.told{line-height:30px}
.better{color:var(--soft);white-space:nowrap}
.choice{display:grid;grid-template-columns:52px 264px 1fr;gap:4px 12px;align-items:center;font-size:15px}
.choice .label{color:var(--soft);font-size:13px}
.choice .why{color:var(--soft);font-size:13px}
.up{color:var(--luck)}.down{color:var(--cost)}
.sign{display:inline-block;min-width:24px;padding:0 5px;border-radius:4px;background:var(--tint);
color:var(--cost);font-size:13px;font-weight:700;text-align:center;margin-left:6px}
.dice{display:inline-flex;gap:3px;vertical-align:middle;margin-right:8px}
.die{display:inline-flex;align-items:center;justify-content:center;width:24px;height:24px;border-radius:5px;
background:var(--die);border:1px solid var(--kept);color:var(--kept);font:600 13px/1 system-ui,sans-serif;
font-style:normal}
.die svg{width:18px;height:18px;fill:currentColor}
.die.new{background:var(--kept);color:var(--paper)}
.die.off{border-color:var(--rule);color:var(--edge);background:transparent}
details{border-top:1px solid var(--rule)}
details:last-of-type{border-bottom:1px solid var(--rule)}
summary{cursor:pointer;padding:8px 0;display:flex;flex-wrap:wrap;gap:2px 14px;align-items:baseline;
font-size:15px;list-style:none}
summary::-webkit-details-marker{display:none}
summary::before{content:"▸";color:var(--soft);font-size:12px;width:4px}
details[open]>summary::before{content:"▾"}
summary:focus-visible{outline:2px solid var(--luck);outline-offset:2px;border-radius:4px}
summary .turn{min-width:64px}
summary .use{flex:1 1 150px}
summary .sums{font-variant-numeric:tabular-nums;font-size:14px;color:var(--soft)}
.log{margin:0 0 14px;padding:0 0 0 18px;list-style:none;font-size:14.5px}
.log li{display:flex;align-items:center;flex-wrap:wrap;gap:2px 12px;justify-content:space-between;
padding:4px 0}
.log b{font-variant-numeric:tabular-nums;font-weight:600}
footer{margin-top:64px;font-size:13px;color:var(--soft)}
@media(max-width:560px){
main{padding:24px 16px 56px}
h1{font-size:25px}h2{margin-top:44px}
.wide{display:none}.narrow{display:block}
.choice{grid-template-columns:52px 1fr}
.choice .why{grid-column:2;margin-bottom:4px}
table{font-size:13px}
th,td{padding:5px 4px}
td:first-child{min-width:72px}
.log{padding-left:0}
}
"""

PRINT = """
@media print{
:root{color-scheme:light;--paper:#fff;-webkit-print-color-adjust:exact;print-color-adjust:exact}
main{padding:0 .5mm}
h2,h3,h2+p,p+.key{break-after:avoid}
.narrow+.key{break-before:avoid}
.plot,.key,.scroll,.moments>li,details{break-inside:avoid}
.plot{max-height:150mm}
.even table{min-width:0}.even th{padding-left:0;font-size:12px}.even th:first-child{width:100px}
.unprinted{display:none}
details::details-content{content-visibility:visible}
summary::before{content:none}
.turns{columns:2;column-gap:36px;zoom:.72}
}
"""
"""On paper: light, and with the backgrounds that a browser leaves out, for they tell which dice are new. What
belongs together stays on a page, every turn is open, and small, and no table is cut off."""

STYLE = (
    f":root{{color-scheme:light dark;{LIGHT}}}"
    f"@media screen and (prefers-color-scheme:dark){{:root{{{DARK}}}}}{SEATS}{RULES}{PRINT}"
)
