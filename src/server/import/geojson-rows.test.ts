import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isGeoJson } from "./geojson-rows.ts";
import { headOf, rowsOf } from "./rows.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "levee-geojson-"));
});
afterAll(() => rm(folder, { recursive: true }));

const rows = async (text: string) => {
  const path = join(folder, "file.geojson");
  await writeFile(path, text);
  const found: string[][] = [];
  for await (const some of rowsOf(path, await headOf(path))) found.push(...some);
  return found;
};
const feature = (properties: object | null, geometry: object | null) => ({
  type: "Feature",
  properties,
  geometry,
});
const collection = (...features: object[]) =>
  JSON.stringify({ type: "FeatureCollection", features });

test("features are rows: properties by name, a point, the middle of a line and of an area", async () => {
  const square = [
    [
      [-93, 44],
      [-92, 44],
      [-92, 45],
      [-93, 45],
      [-93, 44],
    ],
  ];
  expect(
    await rows(
      collection(
        feature(
          { tag: "HYD-1", name: "Hydrant" },
          { type: "Point", coordinates: [-93.12345678, 44.5] },
        ),
        feature(
          { tag: "PIPE-1", size: 12 },
          {
            type: "LineString",
            coordinates: [
              [-93, 44],
              [-93.1, 44.1],
              [-93.2, 44.2],
            ],
          },
        ),
        feature(
          { tag: "PARK-1", used: true, more: { a: 1 } },
          { type: "Polygon", coordinates: square },
        ),
        feature(null, null),
      ),
    ),
  ).toEqual([
    ["tag", "name", "size", "used", "more", "Latitude", "Longitude"],
    ["HYD-1", "Hydrant", "", "", "", "44.5", "-93.123457"],
    ["PIPE-1", "", "12", "", "", "44.1", "-93.1"],
    ["PARK-1", "", "", "true", '{"a":1}', "44.5", "-92.5"],
    ["", "", "", "", "", "", ""],
  ]);
});

test("a shape that is no position says so in its cell; what is no list of places is refused", async () => {
  const [, row] = await rows(
    collection(feature({ tag: "X" }, { type: "Point", coordinates: [44.9, 190] })),
  );
  expect(row![1]).toMatch(/44.9, 190/);
  for (const [text, why] of [
    ['{"type": "FeatureCollection", "features": [', "not whole"],
    ['{"type": "Topology", "features": 3}', "no list of places"],
  ] as const)
    await expect(rows(text)).rejects.toMatchObject({
      code: "unreadable_file",
      message: expect.stringContaining(why) as string,
    });
  expect(isGeoJson(Buffer.from("tag,name\n{x},y"))).toBe(false);
});

test("the middle of a line lies half way along it, however its points are spread", async () => {
  const line = (...coordinates: number[][]) =>
    rows(collection(feature({ tag: "M" }, { type: "LineString", coordinates })));
  const [, two] = await line([-93.6, 44.78], [-93.61, 44.79]);
  expect(two).toEqual(["M", "44.785", "-93.605"]);
  const [, crowded] = await line([-93, 44], [-93, 44.1], [-93, 44.12], [-93, 45]);
  expect(crowded).toEqual(["M", "44.5", "-93"]);
});
