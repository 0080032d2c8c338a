import { Problem } from "#kernel/errors.ts";
import { entriesOf, unpacked, type Entry } from "#server/import/zip.ts";
import { readKml } from "./kml.model.ts";
import type { ReadAnswer } from "./layer.model.ts";
import { readFeatures } from "./read-file.model.ts";
import { readShapefile, ShapefileProblem } from "./shapefile.model.ts";

/** So much of a part is unpacked, and no more. */
const mostUnpacked = 32 * 1024 * 1024;

const refused = (problem: string): ReadAnswer => ({
  features: [],
  problems: [{ row: 1, problem }],
});
const tooLarge = "It unpacks to more than 32 MB. Divide it, or leave out columns and corners.";

const partsIn = (file: Buffer) => {
  const entries = entriesOf(file);
  const named = (ending: string) =>
    [...entries].filter(
      ([name]) => name.toLowerCase().endsWith(ending) && !/(^|\/)(__MACOSX|\.)/.test(name),
    );
  const content = (found: [string, Entry] | undefined) =>
    found && unpacked(found[1], mostUnpacked, found[0]);
  return { named, content };
};

const shapesOf = (file: Buffer): ReadAnswer => {
  const { named, content } = partsIn(file);
  const [kml] = named(".kml");
  if (kml) {
    const read = readKml(content(kml)!.toString("utf8"));
    return read ? readFeatures(read) : refused("Its KML cannot be read.");
  }
  const [shp, second] = named(".shp");
  if (!shp) return refused("This archive has neither a shapefile (.shp) nor a KML file.");
  if (second) return refused("This archive has several shapefiles. Take them in one by one.");
  const beside = (ending: string) => {
    const stem = shp[0].slice(0, -4).toLowerCase();
    return named(ending).find(([name]) => name.toLowerCase().startsWith(stem));
  };
  return readFeatures(
    readShapefile({
      shp: content(shp)!,
      dbf: content(beside(".dbf")),
      prj: content(beside(".prj"))?.toString("utf8"),
      cpg: content(beside(".cpg"))?.toString("utf8"),
    }),
  );
};

/**
 * The shapes of a zipped shapefile or a KMZ file. What cannot be read is told in words; of a part
 * that unpacks to gigabytes no more than 32 MB is ever unpacked.
 */
export const readArchive = (file: Buffer): ReadAnswer => {
  try {
    return shapesOf(file);
  } catch (error) {
    if (error instanceof ShapefileProblem) return refused(error.message);
    if (error instanceof Problem)
      return refused(
        error.message.includes("unpacked") ? tooLarge : "This is no readable ZIP archive.",
      );
    throw error;
  }
};
