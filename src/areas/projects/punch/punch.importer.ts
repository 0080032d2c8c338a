import { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { formatCents } from "#kernel/money.ts";
import { contractsByNumber } from "#areas/contracts/contracts.server.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { cells } from "#server/import/cells.ts";
import {
  defineImporter,
  type ImportField,
  type Planned,
  type Verdict,
} from "#server/import/importer.ts";
import { verdictOnKnown } from "#server/import/known-records.ts";
import { contractIdsOf, type ProjectStored } from "../project/project.noun.ts";
import { punchFields, punchInput, type PunchInput } from "./punch.model.ts";
import { addItem, building } from "./punch.service.ts";

const { what, place, party, dueOn, costToComplete, note } = punchFields;
const rowSchema = z.object({
  project: z.string().trim().min(1, "Name the project by its number or code.").max(40),
  what,
  place,
  contract: z.string().trim().max(40).default(""),
  party,
  dueOn,
  costToComplete,
  note,
});
type Row = z.output<typeof rowSchema>;
type Project = Pick<ProjectStored, "id" | "number" | "segmentCode" | "status" | "contracts">;
type OnFile = {
  number: string;
  projectId: string;
  what: string;
  place: string;
  party: string;
  dueOn: string | null;
  costToComplete: number;
};
type Known = {
  projects: readonly Project[];
  contracts: ReadonlyMap<string, string>;
  there: readonly OnFile[];
};

const knownOf = async (db: Db, rows: readonly Row[]): Promise<Known> => {
  const named = rows.map(({ project }) => project.toUpperCase());
  const [projects, contracts, there] = await Promise.all([
    db.rows<Project>(sql`
      select id, number, segment_code, status, contracts
      from project
      where org_id = ${db.scope.orgId}
        and (number = any(${named}::text[]) or segment_code = any(${named}::text[]))
    `),
    contractsByNumber(
      db,
      rows.flatMap((row) => row.contract || []),
    ),
    db.rows<OnFile>(sql`
      select number, project_id, what, place, party, due_on, cost_to_complete
      from punch_item
      where org_id = ${db.scope.orgId}
        and status <> 'dropped'
        and what = any(${rows.map((row) => row.what)}::text[])
    `),
  ]);
  return { projects, contracts, there };
};

const reject = (
  column: string,
  expected: string,
  found: string,
  fix: string,
): Verdict<PunchInput> => ({ action: "reject", problem: { column, expected, found, fix } });

const onKnown = (row: Row, known: OnFile): Verdict<PunchInput> =>
  verdictOnKnown(
    `${known.number} ${known.what}`,
    [
      { column: "Responsible", onFile: known.party, inFile: row.party },
      { column: "Due", onFile: known.dueOn ?? "", inFile: row.dueOn ?? "" },
      {
        column: "Cost to complete",
        onFile: formatCents(known.costToComplete),
        inFile: row.costToComplete === 0 ? "" : formatCents(row.costToComplete),
      },
    ],
    "Change the item on its page.",
  );

const judge = (row: Row, known: Known): Verdict<PunchInput> => {
  const named = row.project.toUpperCase();
  const p = known.projects.find((each) => each.number === named || each.segmentCode === named);
  if (!p)
    return reject(
      "Project",
      "the number or code of a project",
      row.project,
      `${row.project} is no project of the agency: correct the number.`,
    );
  if (!building.has(p.status))
    return reject(
      "Project",
      "a project that is being built",
      row.project,
      `${p.number} is not being built now: its punch list takes no items.`,
    );
  const there = known.there.find(
    (each) => each.projectId === p.id && each.what === row.what && each.place === row.place,
  );
  if (there) return onKnown(row, there);
  const contractId = row.contract ? (known.contracts.get(row.contract) ?? "") : null;
  if (contractId !== null && !contractIdsOf(p).includes(contractId))
    return reject(
      "Contract",
      `a contract of ${p.number}`,
      row.contract,
      `${row.contract} is no contract of ${p.number}: correct the number, or leave it empty.`,
    );
  if (contractId === null && row.party === "")
    return reject(
      "Responsible",
      "who does it",
      "",
      "Name the contract, or say in Responsible who does it.",
    );
  const { project: _p, contract: _c, ...rest } = row;
  return {
    action: "create",
    plan: punchInput.parse({ ...rest, contractId, projectId: p.id }),
  };
};

const plan = async (db: Db, rows: readonly Row[]): Promise<Verdict<PunchInput>[]> => {
  const known = await knownOf(db, rows);
  return rows.map((row) => judge(row, known));
};

const apply = async (
  tx: Tx,
  actor: Actor,
  rows: readonly Planned<Row, PunchInput>[],
): Promise<void> => {
  for (const { plan: input } of rows) await addItem(tx, actor, input);
};

const column = (field: string, label: string, over: Partial<ImportField> = {}): ImportField => ({
  name: field,
  label,
  ...over,
});

/** Punch items of a file, each added to the list of its project. */
export const punchImporter = defineImporter({
  kind: "punch-items",
  label: "punch items",
  permission: "punchItem.edit",
  batch: 200,
  schema: rowSchema,
  keys: (row) => [`${row.project.toUpperCase()} ${row.place} ${row.what}`],
  plan,
  apply,
  fields: [
    column("project", "Project", {
      required: true,
      aliases: ["Project number", "Project code"],
      expected: "the number or code of a project",
      type: cells.code,
    }),
    column("what", "What is to be done", {
      required: true,
      aliases: ["Item", "Description", "To be done"],
    }),
    column("place", "Place or station", { aliases: ["Place", "Station", "Location", "Room"] }),
    column("contract", "Contract", { expected: "a contract's number", type: cells.code }),
    column("party", "Responsible", { aliases: ["Responsible party", "Trade", "Contractor"] }),
    column("dueOn", "Due", { aliases: ["Due date", "Due by"], type: cells.day }),
    column("costToComplete", "Cost to complete", {
      aliases: ["Cost", "Estimate"],
      type: cells.money,
    }),
    column("note", "Note", { aliases: ["Notes", "Remarks"] }),
  ],
});
