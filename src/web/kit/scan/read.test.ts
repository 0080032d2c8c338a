// The very reader of the worker, in Node: codes of labels as pictures, and a picture without one.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { encode } from "uqr";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openReader } from "./read.ts";

/** What the reader takes of browsers and Node has not. */
class Picture {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
  constructor(width: number, height: number, dark: (x: number, y: number) => boolean) {
    this.width = width;
    this.height = height;
    this.data = new Uint8ClampedArray(width * height * 4).fill(255);
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++)
        if (dark(x, y)) this.data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3);
  }
}
class Box {
  readonly sides: readonly number[];
  constructor(...sides: number[]) {
    this.sides = sides;
  }
}
const kept = { ImageData: globalThis.ImageData, DOMRectReadOnly: globalThis.DOMRectReadOnly };
beforeAll(() => void Object.assign(globalThis, { ImageData: Picture, DOMRectReadOnly: Box }));
afterAll(() => void Object.assign(globalThis, kept));

const wasm = readFileSync(
  createRequire(import.meta.url).resolve("zxing-wasm/reader/zxing_reader.wasm"),
);
const read = (picture: Picture) =>
  openReader({ bytes: new Uint8Array(wasm).buffer })(picture as unknown as ImageData);

const qr = (text: string): Picture => {
  const { data, size } = encode(text, { border: 3, ecc: "M" });
  return new Picture(size * 5, size * 5, (x, y) => data[Math.floor(y / 5)]![Math.floor(x / 5)]!);
};

// Code 128, set B: start, "AB-14", check sum (start 104 + values by place, modulo 103), stop; widths of bars.
const code128 = (): Picture => {
  const widths = [
    "211214", // start B
    "111323", // A, 33
    "131123", // B, 34
    "122132", // -, 13
    "123221", // 1, 17
    "221231", // 4, 20
    "212222", // check sum, 0
    "2331112", // stop
  ];
  const sum = (104 + 33 * 1 + 34 * 2 + 13 * 3 + 17 * 4 + 20 * 5) % 103;
  expect(sum).toBe(0);
  const bars = widths.flatMap((one) =>
    [...one].map((width, at) => ({ width: +width, dark: at % 2 === 0 })),
  );
  const row = bars.flatMap(({ width, dark }) => Array<boolean>(width * 3).fill(dark));
  const quiet = 40;
  return new Picture(row.length + 2 * quiet, 90, (x) => row[x - quiet] ?? false);
};

test("a label of ours, a long code and one on a stripe are read; a picture without a code is none", async () => {
  const label = "https://levee.example/label/IT-00012";
  expect(await read(qr(label))).toBe(label);
  expect(await read(qr("LOT:0199b1f0-0000-7000-8000-000000000001"))).toContain("LOT:0199b1f0");
  expect(await read(code128())).toBe("AB-14");
  expect(await read(new Picture(200, 200, () => false))).toBeNull();
});
