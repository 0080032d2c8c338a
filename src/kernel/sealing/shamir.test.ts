import fc from "fast-check";
import { expect, test } from "vitest";
import { interpolate, splitSecret, type Share } from "./shamir.ts";

const secrets = fc.uint8Array({ minLength: 1, maxLength: 40 });
const pick = (shares: readonly Share[], places: readonly number[]) =>
  places.map((place) => shares[place]!);

test("any threshold of the shares gives the secret back", () => {
  fc.assert(
    fc.property(
      secrets,
      fc.integer({ min: 2, max: 6 }),
      fc.integer({ min: 0, max: 4 }),
      fc.infiniteStream(fc.nat()),
      (secret, threshold, more, order) => {
        const shares = splitSecret(secret, threshold, threshold + more);
        const places = shares
          .map((_, i) => [order.next().value!, i] as const)
          .sort((a, b) => a[0] - b[0])
          .map(([, i]) => i);
        expect([...interpolate(pick(shares, places.slice(0, threshold)))]).toEqual([...secret]);
      },
    ),
  );
});

test("two shares give every other share: a wrong one can be told from a right one", () => {
  fc.assert(
    fc.property(secrets, fc.integer({ min: 2, max: 8 }), (secret, count) => {
      const shares = splitSecret(secret, 2, count);
      for (const share of shares)
        expect([...interpolate(pick(shares, [0, count - 1]), share.x)]).toEqual([...share.bytes]);
    }),
  );
});

test("one share says nothing: for each secret there is a second share that makes it the answer", () => {
  fc.assert(
    fc.property(
      fc.nat(255),
      fc.nat(255),
      fc.integer({ min: 1, max: 5 }),
      (shareByte, wanted, x) => {
        const mine = { x, bytes: Uint8Array.of(shareByte) };
        const fits = Array.from(
          { length: 256 },
          (_, byte) => interpolate([mine, { x: x + 1, bytes: Uint8Array.of(byte) }])[0],
        ).filter((byte) => byte === wanted);
        expect(fits).toHaveLength(1);
      },
    ),
    { numRuns: 50 },
  );
});

test("a changed share changes the secret; shares that do not belong together are refused", () => {
  const [a, b] = splitSecret(Uint8Array.of(1, 2, 3), 2, 3) as [Share, Share];
  expect([
    ...interpolate([a, { x: b.x, bytes: b.bytes.map((byte, i) => (i === 1 ? byte ^ 1 : byte)) }]),
  ]).not.toEqual([1, 2, 3]);
  for (const wrong of [
    [a],
    [a, a],
    [a, { x: 0, bytes: b.bytes }],
    [a, { x: b.x, bytes: b.bytes.slice(1) }],
  ])
    expect(() => interpolate(wrong)).toThrow(RangeError);
  for (const [threshold, count] of [
    [1, 3],
    [3, 2],
    [2, 256],
  ] as const)
    expect(() => splitSecret(Uint8Array.of(1), threshold, count)).toThrow(RangeError);
});

test("the field is the one of AES: in its worked example (FIPS 197, 4.2) {57} times {83} is {c1}", () => {
  // The line through 0 with slope {83} has {83} at 1 and {57}·{83} at {57}.
  const line = (x: number, value: number): Share => ({ x, bytes: Uint8Array.of(value) });
  expect(interpolate([line(0x57, 0xc1), line(1, 0x83)])[0]).toBe(0);
});
