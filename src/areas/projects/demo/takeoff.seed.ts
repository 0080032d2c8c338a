import { Readable } from "node:stream";
import { addDays, utcDay } from "#kernel/time.ts";
import { stringsByCode } from "#areas/budget/budget.server.ts";
import { carverCountyId, demoPersonId } from "#areas/identity/identity.public.ts";
import { demoActor } from "#areas/identity/identity.server.ts";
import {
  createOrder,
  decideFor,
  departmentId,
  issueOrder,
  orderInput,
  orderLines,
  postReceipt,
  receiptInput,
  requestedLines,
  submitOrder,
  submitRequisition,
  type Story,
} from "#areas/procurement/procurement.server.ts";
import { recordFile } from "#server/files/stored-file.ts";
import { sql } from "#server/db/sql.ts";
import { nameAssembly } from "../takeoff/assembly/named.service.ts";
import type { NamedInput } from "../takeoff/assembly/named.model.ts";
import { guardrail, riprap } from "../takeoff/assembly/shipped.data.ts";
import type { MeasureKind } from "../takeoff/geometry.model.ts";
import { measurementInput } from "../takeoff/measurement.model.ts";
import { checkMeasurement, measure } from "../takeoff/measurement.service.ts";
import { proposeLines } from "../takeoff/out/lines.service.ts";
import { addPlans } from "../takeoff/plan.service.ts";
import { scaleInput } from "../takeoff/plan.model.ts";
import { readIssue } from "../takeoff/read-issue.service.ts";
import { requisitionFrom } from "../takeoff/requisition.service.ts";
import { setScale } from "../takeoff/scale.service.ts";
import { approach, drawApproach, scaleBar } from "./approach-sheet.seed.ts";
import { approachPrices, bridge, bridgeItems } from "./projects.data.ts";

type Told = { story: Story; ago: (days: number) => string };
type Part = { sheetId: string; viewportId: string; version: number };

// The sheet is handed in, read as every other one, and calibrated by its scale bar.
const drawnSheet = async ({ story, ago }: Told, projectId: string): Promise<Part> => {
  const stored = await story.app.files.put(Readable.from([await drawApproach()]));
  const { issueId } = await story.as("engineer", ago(24), async (tx, actor) => {
    const fileId = await recordFile(tx, {
      ...stored,
      ...{ orgId: carverCountyId, name: "east-approach.pdf" },
      uploadedBy: demoPersonId("engineer@demo.levee.test"),
    });
    return addPlans(tx, actor, {
      ...{ projectId, name: "East approach", label: "Issued for prices", fileId },
      issuedOn: addDays(utcDay(new Date(ago(24))), -2),
    });
  });
  const { problem } = await readIssue(story.app, carverCountyId, issueId);
  if (problem) throw new Error(`the demo's own sheet cannot be read: ${problem}`);
  const db = story.app.database.read({ orgId: carverCountyId, personId: null });
  const part = await db.one<Part>(sql`
    select s.id as sheet_id, v.id as viewport_id, v.version
    from plan_sheet s
    join sheet_viewport v on v.org_id = s.org_id and v.sheet_id = s.id
    where s.org_id = ${carverCountyId} and s.issue_id = ${issueId}
    order by v.created_at
    limit 1
  `);
  const { from, to, feet: length } = scaleBar;
  const scale = scaleInput.parse({ basis: "points", from: [...from], to: [...to], length });
  await story.as("engineer", ago(23.8), (tx, actor) =>
    setScale(tx, actor, part.viewportId, scale, part.version),
  );
  return part;
};

type Assembly = { definitionId: string; name: string };
const assemblyNamed = ({ story }: Told, name: string): Promise<Assembly> =>
  story.app.database.read({ orgId: carverCountyId, personId: null }).one<Assembly>(sql`
    select definition_id, name
    from takeoff_assembly
    where org_id = ${carverCountyId} and name = ${name} and status = 'published'
    limit 1
  `);

const stone = { kind: "area", unit: "sq yd" } as const;
const rail = { kind: "length", unit: "ft" } as const;
const thick = { thickness: { amount: "18", unit: "in" } };
const oneRun = { runs: { amount: "1", unit: "each" } };

type Drawn = {
  name: string;
  kind: MeasureKind;
  unit: string;
  at: keyof typeof approach;
  /** The assembly that it follows, and what is typed of that; none where it is bought by nobody. */
  by: string | null;
  typed: NonNullable<NamedInput["assembly"]>["typed"];
  depth?: { amount: string; unit: string };
};

// Stone and rail follow assemblies; what is dug out is a volume, which the county's own crew does.
const measured: readonly Drawn[] = [
  {
    ...stone,
    name: "Riprap north of the abutment",
    at: "northStone",
    by: riprap.name,
    typed: thick,
  },
  {
    ...stone,
    name: "Riprap south of the abutment",
    at: "southStone",
    by: riprap.name,
    typed: thick,
  },
  { ...rail, name: "Guardrail, north side", at: "northRail", by: guardrail.name, typed: oneRun },
  { ...rail, name: "Guardrail, south side", at: "southRail", by: guardrail.name, typed: oneRun },
  {
    ...{ kind: "volume", unit: "cu yd", name: "Excavation behind the abutment", at: "footing" },
    ...{ by: null, typed: {}, depth: { amount: "4", unit: "ft" } },
  },
] as const;

// The engineer measures, the inspector checks. Gives the ids of what is bought.
const measureAll = async (told: Told, part: Part, codes: ReadonlyMap<string, string>) => {
  const { story, ago } = told;
  const bought: string[] = [];
  for (const [n, { at, by, typed, ...m }] of measured.entries()) {
    const assembly = by && { definitionId: (await assemblyNamed(told, by)).definitionId, typed };
    const { id } = await story.as("engineer", ago(23.5 - n * 0.02), async (tx, actor) => {
      const input = measurementInput.parse({
        ...{ ...m, sheetId: part.sheetId, viewportId: part.viewportId },
        points: approach[at].map((point) => [...point]),
        costCodeId: by ? null : codes.get("210")!,
      });
      const made = await measure(tx, actor, input);
      if (assembly) await nameAssembly(tx, actor, made.id, { assembly }, made.version);
      return made;
    });
    await story.as("inspector", ago(22.5 - n * 0.02), (tx, actor) =>
      checkMeasurement(tx, actor, { id, version: null }),
    );
    if (by) bought.push(id);
  }
  return bought;
};

const ask = async ({ story, ago }: Told, part: Part, ids: readonly string[]) => {
  const [code] = bridgeItems[0]!;
  const strings = await stringsByCode(story.app.database.read(demoActor("buyer")), [code]);
  const { id } = await story.as("engineer", ago(21), async (tx, actor) => {
    const { lines } = await proposeLines(tx, actor, part.sheetId, {
      for: "requisition",
      after: "",
    });
    const own = lines.filter(({ parts }) => parts.some((each) => ids.includes(each.id)));
    return requisitionFrom(tx, actor, {
      ids: [...ids],
      title: "Riprap and guardrail of the east approach",
      neededOn: addDays(utcDay(new Date()), 20),
      accountStringId: strings.get(code)!.accountStringId,
      lines: own.map(({ key, description }) => ({
        ...{ key, accountStringId: null },
        unitPrice: approachPrices[description]!,
      })),
    });
  });
  const at = { id, version: null };
  await story.as("engineer", ago(20.9), (tx, actor) => submitRequisition(tx, actor, at));
  await decideFor(story, id, ago(20), "approve");
  return id;
};

const order = async ({ story, ago }: Told, requisitionId: string) => {
  const db = story.app.database.read(demoActor("buyer"));
  const lines = await requestedLines(db, [requisitionId]);
  const vendor = story.vendorFor({ commodity: "212312" } as Parameters<Story["vendorFor"]>[0]);
  const { id } = await story.as("buyer", ago(18), (tx, actor) =>
    createOrder(
      tx,
      actor,
      orderInput.parse({
        title: "Riprap and guardrail of the east approach",
        vendorId: vendor.id,
        departmentId: departmentId(bridge.department),
        promisedOn: addDays(utcDay(new Date()), 14),
        deliverTo: "County Road 14, east of the bridge",
        lines: [],
        requisitionLines: lines.map((line) => ({ requisitionLineId: line.lineId })),
      }),
    ),
  );
  const at = { id, version: null };
  await story.as("buyer", ago(17.8), (tx, actor) => submitOrder(tx, actor, at));
  await decideFor(story, id, ago(17.5), "approve");
  await story.as("buyer", ago(17), (tx, actor) =>
    issueOrder(tx, actor, at, story.app.config.origin),
  );
  return id;
};

// Half of each line came on the first trucks.
const receiveHalf = async ({ story, ago }: Told, id: string) => {
  const lines = await orderLines(story.app.database.read(demoActor("buyer")), id);
  await story.as("receiver", ago(5), (tx, actor) =>
    postReceipt(
      tx,
      actor,
      { id, version: null },
      receiptInput.parse({
        lines: lines.map((line) => ({
          purchaseOrderLineId: line.id,
          quantity: (Number(line.quantity) / 2).toFixed(4),
        })),
      }),
    ),
  );
};

/**
 * The east approach of the bridge: a sheet that was measured, checked by another person, bought through a
 * requisition and an order, and half received. What was dug out is measured and not bought.
 */
export const tellTakeoff = async (
  told: Told,
  projectId: string,
  codes: ReadonlyMap<string, string>,
): Promise<void> => {
  const part = await drawnSheet(told, projectId);
  const ids = await measureAll(told, part, codes);
  await receiveHalf(told, await order(told, await ask(told, part, ids)));
};
