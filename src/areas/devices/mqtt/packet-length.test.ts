import fc from "fast-check";
import { expect, test } from "vitest";
import { mostAtFirst, mostBytes, PacketLengths } from "./packet-length.ts";

/** A packet of a type whose remaining length is said as MQTT says it. */
const packet = (length: number): Uint8Array => {
  const said: number[] = [];
  for (let rest = length; said.length === 0 || rest > 0; rest = Math.floor(rest / 128))
    said.push((rest % 128) + (rest >= 128 ? 128 : 0));
  return Uint8Array.from([0x30, ...said, ...new Uint8Array(length)]);
};
const joined = (parts: readonly Uint8Array[]) => Buffer.concat(parts);

test("packets that are short enough pass, however the stream is cut", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 20_000 }), { maxLength: 6 }),
      fc.array(fc.integer({ min: 1, max: 3_000 }), { minLength: 1 }),
      (sizes, cuts) => {
        const lengths = new PacketLengths();
        const bytes = joined([packet(mostAtFirst), ...sizes.map(packet)]);
        for (let at = 0, n = 0; at < bytes.length; n++) {
          const end = at + cuts[n % cuts.length]!;
          expect(lengths.passes(bytes.subarray(at, end))).toBe(true);
          at = end;
        }
      },
    ),
  );
});

test("a packet that is too long is told by its header alone", () => {
  expect(new PacketLengths().passes(packet(mostAtFirst + 1).subarray(0, 3))).toBe(false);
  const known = new PacketLengths();
  expect(known.passes(packet(10))).toBe(true);
  expect(known.passes(packet(mostBytes + 1).subarray(0, 4))).toBe(false);
  // A length that does not end.
  expect(new PacketLengths().passes(Uint8Array.from([0x10, 128, 128, 128, 128, 128]))).toBe(false);
});
