import { expect, test } from "vitest";
import yazl from "yazl";
import { archiveOf } from "#server/import/zip.ts";
import { readArchive } from "./archive.service.ts";
import { readShapes } from "./read-file.model.ts";

const wgs84 = 'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984"]]';
const utm = 'PROJCS["NAD_1983_UTM_Zone_15N",GEOGCS["GCS_North_American_1983"]]';

const record = (n: number, content: Buffer): Buffer => {
  const head = Buffer.alloc(8);
  head.writeInt32BE(n, 0);
  head.writeInt32BE(content.length / 2, 4);
  return Buffer.concat([head, content]);
};
const parts = (type: number, rings: readonly (readonly [number, number][])[]): Buffer => {
  const points = rings.flat();
  const content = Buffer.alloc(44 + rings.length * 4 + points.length * 16);
  content.writeInt32LE(type, 0);
  content.writeInt32LE(rings.length, 36);
  content.writeInt32LE(points.length, 40);
  let start = 0;
  rings.forEach((ring, n) => {
    content.writeInt32LE(start, 44 + n * 4);
    start += ring.length;
  });
  points.forEach(([x, y], n) => {
    content.writeDoubleLE(x, 44 + rings.length * 4 + n * 16);
    content.writeDoubleLE(y, 52 + rings.length * 4 + n * 16);
  });
  return content;
};
const shp = (...contents: Buffer[]): Buffer => {
  const head = Buffer.alloc(100);
  head.writeInt32BE(9994, 0);
  return Buffer.concat([head, ...contents.map((content, n) => record(n + 1, content))]);
};
const dbf = (...names: string[]): Buffer => {
  const head = Buffer.alloc(65);
  head.writeUInt32LE(names.length, 4);
  head.writeUInt16LE(65, 8);
  head.writeUInt16LE(21, 10);
  head.write("FULLNAME", 32);
  head.write("C", 43);
  head[48] = 20;
  head[64] = 0x0d;
  return Buffer.concat([head, ...names.map((name) => Buffer.from(` ${name.padEnd(20)}`))]);
};
const square: [number, number][] = [
  [-94, 44],
  [-94, 45],
  [-93, 45],
  [-93, 44],
  [-94, 44],
];
const hole: [number, number][] = [
  [-93.8, 44.2],
  [-93.2, 44.2],
  [-93.2, 44.8],
  [-93.8, 44.2],
];
const zip = (files: Record<string, Buffer | string>): Buffer =>
  archiveOf(new Map(Object.entries(files).map(([name, body]) => [name, Buffer.from(body)])));
const problemOf = (file: Buffer): string => readArchive(file).problems[0]!.problem;

test("a zipped shapefile gives its lines and surfaces with their names, holes within their outline", () => {
  const street = parts(3, [
    [
      [-93.6, 44.8],
      [-93.5, 44.9],
    ],
  ]);
  const read = readArchive(
    zip({
      "roads/roads.shp": shp(street, parts(5, [square, hole])),
      "roads/roads.dbf": dbf("County Road 14", "Waconia"),
      "roads/roads.prj": wgs84,
      "__MACOSX/roads/._roads.shp": "x",
    }),
  );
  expect(read.problems).toEqual([]);
  expect(read.features).toMatchObject([
    {
      name: "County Road 14",
      geometry: {
        type: "MultiLineString",
        coordinates: [
          [
            [-93.6, 44.8],
            [-93.5, 44.9],
          ],
        ],
      },
    },
    { name: "Waconia", geometry: { type: "MultiPolygon", coordinates: [[square, hole]] } },
  ]);
});

test("what cannot be read is told in words: another projection, a broken file, no archive, none or several", () => {
  const road = shp(parts(5, [square]));
  expect(problemOf(zip({ "a.shp": road, "a.prj": utm }))).toBe(
    "Its coordinates are in another projection (NAD_1983_UTM_Zone_15N). Export it in WGS 84 (EPSG:4326).",
  );
  expect(problemOf(zip({ "a.shp": road.subarray(0, road.length - 9) }))).toContain("is broken");
  const lies = Buffer.from(road);
  lies.writeInt32LE(2_000_000_000, 148);
  expect(problemOf(zip({ "a.shp": lies }))).toContain("is broken");
  expect(problemOf(zip({ "a.shp": Buffer.alloc(200) }))).toContain("is no shapefile");
  const multipatch = Buffer.alloc(40);
  multipatch.writeInt32LE(31 + 1, 0);
  expect(problemOf(zip({ "a.shp": shp(multipatch) }))).toContain("Only points, lines and polygons");
  expect(problemOf(Buffer.from("no archive at all"))).toBe("This is no readable ZIP archive.");
  expect(problemOf(zip({ "a.txt": "x" }))).toContain("neither a shapefile (.shp) nor a KML");
  expect(problemOf(zip({ "a.shp": road, "b.shp": road }))).toContain("several shapefiles");
  expect(problemOf(zip({ "a.kml": "<html>" }))).toBe("Its KML cannot be read.");
  expect(
    readArchive(zip({ "a.shp": shp(parts(5, [square.map(([x, y]) => [x * 1e4, y * 1e5])])) }))
      .problems[0]!.problem,
  ).toContain("is no position on the globe");
});

test("of an archive that unpacks to much more, no more is unpacked than may be", async () => {
  const file = new yazl.ZipFile();
  file.addBuffer(Buffer.alloc(80 * 1024 * 1024), "huge.shp");
  file.end();
  const chunks: Buffer[] = [];
  for await (const chunk of file.outputStream) chunks.push(chunk as Buffer);
  const packed = Buffer.concat(chunks);
  expect(packed.length).toBeLessThan(200_000);
  expect(problemOf(packed)).toContain("It unpacks to more than 32 MB.");
});

const kml = (inner: string) =>
  `<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document><Folder>${inner}</Folder></Document></kml>`;

test("KML and KMZ give points, lines and surfaces with their names", () => {
  const placed = (shape: string, at: string) =>
    `<${shape}><coordinates>${at}</coordinates></${shape}>`;
  const ring = placed("LinearRing", square.map((at) => at.join(",")).join(" "));
  const text = kml(
    [
      `<Placemark><name>Salt &amp; sand</name>${placed("Point", "-93.6,44.8,0")}</Placemark>`,
      "<Placemark><name>Creek</name><MultiGeometry>",
      placed("LineString", "-93.6,44.8 -93.5,44.9"),
      `<Polygon><outerBoundaryIs>${ring}</outerBoundaryIs></Polygon>`,
      "</MultiGeometry></Placemark>",
    ].join(""),
  );
  for (const read of [readShapes(text), readArchive(zip({ "doc.kml": text }))]) {
    expect(read.problems).toEqual([]);
    expect(read.features.map((each) => [each.name, each.geometry.type])).toEqual([
      ["Salt & sand", "Point"],
      ["Creek", "MultiLineString"],
      ["Creek", "MultiPolygon"],
    ]);
  }
});

test("KML that is none, names other files or has no position is refused in words", () => {
  const problem = (text: string) => readShapes(text).problems[0]!.problem;
  expect(problem("<svg/>")).toBe("This is no readable KML.");
  expect(problem(`<!DOCTYPE kml SYSTEM "file:///etc/passwd">${kml("")}`)).toBe(
    "This is no readable KML.",
  );
  const lineOf = (at: string) =>
    kml(`<Placemark><LineString><coordinates>${at}</coordinates></LineString></Placemark>`);
  expect(problem(lineOf("-93,44"))).toBe("A line has at least two positions.");
  expect(problem(lineOf("x,y -93,44"))).toContain("no position");
});

test("GeoJSON in another projection is refused by its name; lines come in", () => {
  const read = (crs: string) =>
    readShapes(
      JSON.stringify({
        type: "FeatureCollection",
        crs: { type: "name", properties: { name: crs } },
        features: [
          {
            type: "Feature",
            properties: { name: "River" },
            geometry: { type: "LineString", coordinates: square },
          },
        ],
      }),
    );
  expect(read("urn:ogc:def:crs:EPSG::26915").problems[0]!.problem).toContain("EPSG::26915");
  expect(read("urn:ogc:def:crs:OGC:1.3:CRS84").features[0]).toMatchObject({
    name: "River",
    geometry: { type: "MultiLineString" },
  });
});
