import { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { contractsByNumber } from "#areas/contracts/contracts.server.ts";
import { listDepartments, membersNamed } from "#areas/organization/organization.server.ts";
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
import { projectFields, projectInput, type ProjectInput } from "./project.model.ts";
import { proposeProject } from "./project.service.ts";

const { name, description, segmentCode, place, latitude, longitude } = projectFields;
const { startsOn, contractDays } = projectFields;
const rowSchema = z
  .object({
    ...{ name, description, segmentCode, place, latitude, longitude, startsOn, contractDays },
    department: z.string().trim().min(1, "Name the department by its code.").max(20),
    engineer: z.string().trim().max(200).default(""),
    contract: z.string().trim().max(40).default(""),
  })
  .refine((p) => (p.latitude === null) === (p.longitude === null), {
    path: ["longitude"],
    message: "A position has latitude and longitude, or neither.",
  });
type Row = z.output<typeof rowSchema>;

type OnFile = Pick<ProjectInput, "name" | "description" | "place" | "segmentCode"> & {
  number: string;
  startsOn: string | null;
  contractDays: number | null;
};
type Known = {
  there: ReadonlyMap<string, OnFile>;
  departments: ReadonlyMap<string, string>;
  people: ReadonlyMap<string, string>;
  contracts: ReadonlyMap<string, string>;
};

const knownOf = async (db: Db, rows: readonly Row[]): Promise<Known> => {
  const [there, departments, people, contracts] = await Promise.all([
    db.rows<OnFile>(sql`
      select number, name, description, place, segment_code, starts_on, contract_days
      from project
      where org_id = ${db.scope.orgId}
        and segment_code = any(${rows.map((row) => row.segmentCode)}::text[])
    `),
    listDepartments(db),
    membersNamed(db, { emails: rows.flatMap((row) => row.engineer || []) }),
    contractsByNumber(
      db,
      rows.flatMap((row) => row.contract || []),
    ),
  ]);
  return {
    there: new Map(there.map((row) => [row.segmentCode, row])),
    departments: new Map(departments.map(({ id, code }) => [code.toUpperCase(), id])),
    people: new Map(
      people.filter((p) => p.active).map(({ id, email }) => [email.toLowerCase(), id]),
    ),
    contracts,
  };
};

const onKnown = (row: Row, known: OnFile): Verdict<ProjectInput> =>
  verdictOnKnown(
    `${known.number} ${known.name}`,
    [
      { column: "Project", onFile: known.name, inFile: row.name },
      { column: "Description", onFile: known.description, inFile: row.description },
      { column: "Place", onFile: known.place, inFile: row.place },
      { column: "Work starts", onFile: known.startsOn ?? "", inFile: row.startsOn ?? "" },
      {
        column: "Contract days",
        onFile: String(known.contractDays ?? ""),
        inFile: String(row.contractDays ?? ""),
      },
    ],
    "Change the project on its page, or give this one another code.",
  );

const reject = (
  column: string,
  expected: string,
  found: string,
  fix: string,
): Verdict<ProjectInput> => ({ action: "reject", problem: { column, expected, found, fix } });

const judge = (row: Row, known: Known): Verdict<ProjectInput> => {
  const there = known.there.get(row.segmentCode);
  if (there) return onKnown(row, there);
  const departmentId = known.departments.get(row.department.toUpperCase());
  if (!departmentId)
    return reject(
      "Department",
      "a department's code",
      row.department,
      `${row.department} is no department: correct the code.`,
    );
  const engineerId = row.engineer ? known.people.get(row.engineer.toLowerCase()) : null;
  if (engineerId === undefined)
    return reject(
      "Engineer",
      "the mail address of somebody of the agency",
      row.engineer,
      `${row.engineer} is nobody of the agency: correct the address, or leave it empty.`,
    );
  const contractId = row.contract ? known.contracts.get(row.contract) : null;
  if (contractId === undefined)
    return reject(
      "Contract",
      "the number of a contract",
      row.contract,
      `${row.contract} is no contract of the agency: correct the number, or leave it empty.`,
    );
  const { department: _d, engineer: _e, contract: _c, ...rest } = row;
  const contracts = contractId ? [{ contractId }] : [];
  return {
    action: "create",
    plan: projectInput.parse({ ...rest, departmentId, engineerId, contracts }),
  };
};

const plan = async (db: Db, rows: readonly Row[]): Promise<Verdict<ProjectInput>[]> => {
  const known = await knownOf(db, rows);
  return rows.map((row) => judge(row, known));
};

const apply = async (
  tx: Tx,
  actor: Actor,
  rows: readonly Planned<Row, ProjectInput>[],
): Promise<void> => {
  for (const { plan: input } of rows) await proposeProject(tx, actor, input);
};

const column = (field: string, label: string, over: Partial<ImportField> = {}): ImportField => ({
  name: field,
  label,
  ...over,
});

/** Projects of a file, each proposed; a code that is there with other content is asked about. */
export const projectImporter = defineImporter({
  kind: "projects",
  label: "projects",
  permission: "project.edit",
  batch: 200,
  schema: rowSchema,
  keys: (row) => [row.segmentCode],
  plan,
  apply,
  fields: [
    column("name", "Project", { required: true, aliases: ["Name", "Project name", "Title"] }),
    column("segmentCode", "Code in the ledger", {
      required: true,
      aliases: ["Project of the ledger", "Project code", "Code"],
      type: cells.code,
    }),
    column("department", "Department", {
      required: true,
      aliases: ["Dept", "Department code"],
      expected: "a department's code",
      type: cells.code,
    }),
    column("description", "Description"),
    column("engineer", "Engineer", { expected: "a mail address" }),
    column("contract", "Contract", { expected: "a contract's number", type: cells.code }),
    column("place", "Place", { aliases: ["Location"] }),
    column("latitude", "Latitude"),
    column("longitude", "Longitude"),
    column("startsOn", "Work starts", { aliases: ["Start"], type: cells.day }),
    column("contractDays", "Contract days", { aliases: ["Days"], type: cells.whole }),
  ],
});
