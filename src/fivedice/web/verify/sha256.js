// SHA-256 (FIPS 180-4) and HMAC-SHA-256 (RFC 2104). Browsers have their own only over https.

const BLOCK = 64

/** @type {number[]} */
const primes = []
for (let number = 2; primes.length < 64; number += 1)
  if (primes.every((prime) => number % prime)) primes.push(number)

/** The first 32 bits of the fractional part. @param {number} root */
const fraction = (root) => (root % 1) * 2 ** 32
const START = Uint32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime)))
const ROUNDS = Uint32Array.from(primes, (prime) => fraction(Math.cbrt(prime)))

/** @param {number} word @param {number} bits */
const rotated = (word, bits) => (word >>> bits) | (word << (32 - bits))

/** The SHA-256 of bytes. @param {Uint8Array} bytes */
export function sha256(bytes) {
  const message = padded(bytes)
  const hash = START.slice()
  for (let at = 0; at < message.byteLength; at += BLOCK) compress(hash, message, at)
  const digest = new DataView(new ArrayBuffer(32))
  hash.forEach((word, place) => digest.setUint32(4 * place, word))
  return new Uint8Array(digest.buffer)
}

/** Whole blocks: the bytes, a one bit, zeros, and the number of bits. @param {Uint8Array} bytes */
function padded(bytes) {
  const blocks = Math.ceil((bytes.length + 9) / BLOCK)
  const message = new Uint8Array(blocks * BLOCK)
  message.set(bytes)
  message[bytes.length] = 0x80
  const view = new DataView(message.buffer)
  view.setBigUint64(message.length - 8, BigInt(8 * bytes.length))
  return view
}

const words = new Uint32Array(64)

/** Adds one block to a hash. @param {Uint32Array} hash @param {DataView} message @param {number} at */
function compress(hash, message, at) {
  for (let t = 0; t < 16; t += 1) words[t] = message.getUint32(at + 4 * t)
  for (let t = 16; t < 64; t += 1) {
    const [early, late] = [words[t - 15], words[t - 2]]
    const small0 = rotated(early, 7) ^ rotated(early, 18) ^ (early >>> 3)
    const small1 = rotated(late, 17) ^ rotated(late, 19) ^ (late >>> 10)
    words[t] = words[t - 16] + small0 + words[t - 7] + small1
  }
  let [a, b, c, d, e, f, g, h] = hash
  for (let t = 0; t < 64; t += 1) {
    const big1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
    const one = (h + big1 + ((e & f) ^ (~e & g)) + ROUNDS[t] + words[t]) | 0
    const big0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)
    const two = (big0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0]
  }
  ;[a, b, c, d, e, f, g, h].forEach((word, place) => (hash[place] += word))
}

/** The HMAC-SHA-256 of a message. @param {Uint8Array} key of one block at most @param {Uint8Array} message */
export function hmac(key, message) {
  const block = new Uint8Array(BLOCK)
  block.set(key)
  const keyed = (/** @type {number} */ pad, /** @type {Uint8Array} */ rest) =>
    sha256(Uint8Array.of(...block.map((byte) => byte ^ pad), ...rest))
  return keyed(0x5c, keyed(0x36, message))
}

/** The bytes of a text in hexadecimal. @param {string} hex */
export const bytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16))

/** Bytes in hexadecimal. @param {Uint8Array} some */
export const hex = (some) => Array.from(some, (byte) => byte.toString(16).padStart(2, '0')).join('')
