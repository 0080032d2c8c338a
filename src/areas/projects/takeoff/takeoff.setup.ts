// A plan set drawn here: sheets with a title block, one turned and cropped, one with its own scale.
import { degrees, PDFDocument, PDFName, PDFString, StandardFonts } from "@cantoo/pdf-lib";
import { Readable } from "node:stream";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { sql } from "#server/db/sql.ts";
import { recordFile } from "#server/files/stored-file.ts";
import type { TestDatabase } from "#server/testing/database.ts";
import type { SheetDetail, TakeoffStanding } from "./plan.model.ts";
import { addIssue, addPlans } from "./plan.service.ts";
import { readIssue } from "./read-issue.service.ts";
import type { projectAgency } from "../projects.setup.ts";

type SheetToDraw = {
  number: string;
  title: string;
  rotate?: number;
  crop?: [number, number, number, number];
  /** A viewport with a measure of its own: feet for each point. */
  feetPerPoint?: number;
};

/** Plans as a designer prints them: 11 by 17 inches, a title block at the right. */
export const drawPlans = async (sheets: readonly SheetToDraw[]): Promise<Uint8Array> => {
  const made = await PDFDocument.create();
  const font = await made.embedFont(StandardFonts.Helvetica);
  for (const { number, title, rotate = 0, crop, feetPerPoint } of sheets) {
    const page = made.addPage([1224, 792]);
    page.drawRectangle({ x: 100, y: 100, width: 720, height: 360, borderWidth: 1 });
    // Where the lower right corner of the page is once it is turned.
    const [block, name] =
      rotate === 90
        ? [
            { x: 1040, y: 700 },
            { x: 1000, y: 580 },
          ]
        : [
            { x: 1130, y: 30 },
            { x: 1000, y: 90 },
          ];
    if (number) page.drawText(number, { ...block, size: 24, font });
    page.drawText(title, { ...name, size: 12, font });
    page.setRotation(degrees(rotate));
    if (crop) page.setCropBox(...crop);
    if (feetPerPoint === undefined) continue;
    const { context } = made;
    const format = [{ U: PDFString.of("ft"), C: feetPerPoint }];
    const measure = { Type: "Measure", Subtype: "RL", R: PDFString.of("1 in = 20 ft"), X: format };
    const viewport = {
      Type: "Viewport",
      Name: PDFString.of("Detail A"),
      BBox: [100, 100, 500, 500],
      Measure: measure,
    };
    page.node.set(PDFName.of("VP"), context.obj([viewport] as never));
  }
  return made.save();
};

/** What a takeoff does here: plans of a project, read; sheets; measurements. */
export const takeoffOf = (t: () => TestDatabase, a: Awaited<ReturnType<typeof projectAgency>>) => {
  const fileOf = async (actor: Actor, bytes: Uint8Array | string, name = "plans.pdf") => {
    const stored = await t().app.files.put(Readable.from([bytes]));
    return a.as(actor, (tx) =>
      recordFile(tx, { ...stored, orgId: actor.orgId!, name, uploadedBy: actor.personId }),
    );
  };
  const read = (issueId: string) => readIssue(t().app, a.agency.orgId, issueId);
  const plans = async (projectId: string, name: string, sheets: readonly SheetToDraw[]) => {
    const { engineer } = a.people;
    const fileId = await fileOf(engineer, await drawPlans(sheets));
    const input = { projectId, name, label: "Issue 1", issuedOn: null, fileId };
    const made = await a.as(engineer, (tx) => addPlans(tx, engineer, input));
    await read(made.issueId);
    return made.id;
  };
  const revise = async (setId: string, label: string, sheets: readonly SheetToDraw[]) => {
    const { engineer } = a.people;
    const fileId = await fileOf(engineer, await drawPlans(sheets));
    const made = await a.as(engineer, (tx) =>
      addIssue(tx, engineer, setId, { label, issuedOn: null, fileId }),
    );
    return read(made.issueId);
  };
  const sheetsOf = async (setId: string) =>
    (await a.asking<TakeoffStanding>(a.people.engineer, "GET /api/v1/plan-sets")).sets.find(
      ({ id }) => id === setId,
    )!;
  const sheet = (id: string) =>
    a.asking<SheetDetail>(a.people.engineer, `GET /api/v1/plan-sheets/${id}`);
  /** Units that every agency begins with. */
  const units = () =>
    a.as(a.people.admin, (tx) =>
      tx.rows(sql`select levee_begin_units(${a.agency.orgId}::uuid)::text as begun`),
    );
  const costCode = async (code: string) => {
    const id = newId();
    await a.as(a.people.admin, (tx) =>
      tx.rows(sql`
        insert into cost_code (org_id, id, code, name)
        values (${a.agency.orgId}, ${id}, ${code}, ${`Code ${code}`})
      `),
    );
    return id;
  };
  return { fileOf, read, plans, revise, sheetsOf, sheet, units, costCode };
};
