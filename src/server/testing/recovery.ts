import { declarationInput } from "#areas/recovery/declaration/declaration.model.ts";
import { declare } from "#areas/recovery/declaration/declaration.service.ts";
import { ehpQuestions } from "#areas/recovery/considerations/considerations.labels.ts";
import { answerConsiderations } from "#areas/recovery/considerations/considerations.service.ts";
import { damageInput } from "#areas/recovery/damage/damage.model.ts";
import { reportDamage } from "#areas/recovery/damage/damage.service.ts";
import { isEmergencyWork, type Category } from "#areas/recovery/law/categories.labels.ts";
import { projectInput } from "#areas/recovery/project/project.model.ts";
import {
  beginProject,
  moveProject,
  obligate,
  putDamage,
} from "#areas/recovery/project/project.service.ts";
import type { Actor } from "#kernel/access.ts";
import { names } from "#kernel/labels.ts";
import type { Database, Tx } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import { agencyDay } from "./days.ts";
import { approvedInvoice, type PayingAgency } from "./payments.ts";

const every = ["A", "B", "C", "D", "E", "F", "G", "Z"];

/** A declaration of last spring: fiscal year 2026, 75% of everything from the day of the flood on. */
export const declaredDisaster = (
  database: Database,
  actor: Actor,
  over: object = {},
): Promise<{ id: string; number: string; version: number }> =>
  database.transaction(actor, (tx) =>
    declare(
      tx,
      actor,
      declarationInput.parse({
        number: "DR-4871-MN",
        title: "Spring flood",
        declaredOn: "2026-04-20",
        periodFrom: "2026-04-08",
        areas: [{ county: "Carver (County)", categories: every, designatedOn: "2026-04-20" }],
        shares: [{ categories: every, fromDay: "2026-04-08", rate: 7_500, source: "Its text" }],
        ...over,
      }),
    ),
  );

const noneOf = { answer: "no", detail: "" } as const;

/** A file on a record, without bytes: whoever opens it finds none. */
export const paperOn = (tx: Tx, objectType: string, objectId: string, name: string) =>
  tx.rows(sql`
    with file as (
      insert into stored_file (org_id, id, name, media_type, size, sha256)
      values (
        ${tx.scope.orgId}, gen_random_uuid(), ${name}, 'image/jpeg', 1,
        encode(sha256(convert_to(${`${objectId} ${name}`}, 'UTF8')), 'hex')
      )
      returning id
    )
    insert into attachment (org_id, id, object_type, object_id, file_id, label)
    select ${tx.scope.orgId}, gen_random_uuid(), ${objectType}, ${objectId}, id, ''
    from file
  `);

/** Damage of a project as it is documented: each with its photo. */
const documentedDamage = (database: Database, actor: Actor, projectId: string) =>
  database.transaction(actor, async (tx) => {
    const rows = await tx.rows<{ id: string }>(sql`
      update pa_damage
      set status = 'documented'
      where org_id = ${tx.scope.orgId} and project_id = ${projectId}
      returning id
    `);
    for (const { id } of rows) await paperOn(tx, "paDamage", id, "photo.jpg");
  });

/** What FEMA asks of a project is answered, and permanent work has its damage: it can be sent. */
export const readyProject = async (database: Database, actor: Actor, id: string): Promise<void> => {
  const { number, version, category, declarationId, periodFrom, damaged } = await database.read(
    actor,
  ).one<{
    number: string;
    version: number;
    category: Category;
    declarationId: string;
    periodFrom: string;
    damaged: boolean;
  }>(sql`
    select
      p.number, p.version, p.category, p.declaration_id, d.period_from,
      exists (
        select 1
        from pa_damage g
        where g.org_id = p.org_id and g.project_id = p.id
      ) as damaged
    from pa_project p
    join pa_declaration d on d.org_id = p.org_id and d.id = p.declaration_id
    where p.id = ${id}
  `);
  await database.transaction(actor, (tx) =>
    answerConsiderations(
      tx,
      actor,
      id,
      {
        ehpAnswers: Object.fromEntries(names(ehpQuestions).map((each) => [each, noneOf])),
        mitigationStatement: "none",
        mitigationMeasures: [],
      },
      version,
    ),
  );
  if (damaged || category === "Z" || isEmergencyWork(category)) return;
  await database.transaction(actor, async (tx) => {
    const damage = await reportDamage(
      tx,
      actor,
      damageInput.parse({
        declarationId,
        title: `Damage of ${number}`,
        location: `Site of ${number}`,
        category,
        cause: "Flood water",
        occurredOn: periodFrom,
      }),
    );
    await putDamage(tx, actor, damage.id, id);
  });
  await documentedDamage(database, actor, id);
};

/** A project of the declaration that FEMA obligated `cents` for. */
export const obligatedProject = async (
  database: Database,
  actor: Actor,
  declarationId: string,
  { cents = 500_000_00, ...over }: { cents?: number } & Record<string, unknown> = {},
): Promise<string> => {
  const mine = <T>(work: (tx: Tx) => Promise<T>) => database.transaction(actor, work);
  const { id } = await mine((tx) =>
    beginProject(
      tx,
      actor,
      projectInput.parse({
        declarationId,
        title: "Culverts",
        category: "C",
        lines: [{ description: "Culvert", quantity: "4", unit: "each", unitPrice: "41250" }],
        ...over,
      }),
    ),
  );
  await readyProject(database, actor, id);
  for (const action of ["freeze", "passOn", "approve"] as const)
    await mine((tx) => moveProject(tx, actor, action, { id, version: null }));
  await mine((tx) =>
    obligate(
      tx,
      actor,
      { id, version: null },
      { cents, obligatedOn: agencyDay(), document: "Version 0" },
    ),
  );
  return id;
};

/** Cost lines of one bill, paid and with every proof on file, each of so many cents; their ids in order. */
export const provedCosts = async (
  database: Database,
  agency: PayingAgency,
  cents: readonly number[],
): Promise<string[]> => {
  const bill = await approvedInvoice(database, agency, { cents: 1_00 });
  return database.transaction({ orgId: agency.orgId, personId: null }, async (tx) => {
    await paperOn(tx, "invoice", bill.id, "bill.pdf");
    return (
      await tx.rows<{ id: string }>(sql`
        insert into cost_line (
          org_id, id, source, source_id, document_id, document_number, description,
          account_string_id, object_class, fiscal_year_id, posted_on, incurred_from, incurred_to,
          cents, paid, paid_on, purchase_order_id, receipt_id, invoice_id, emergency, changed_on
        )
        select
          ${agency.orgId}, gen_random_uuid(), 'invoice', gen_random_uuid(), ${bill.id},
          ${bill.number}, 'Work ' || n, ${agency.accountStringId}, 'contractual',
          ${agency.fiscalYearId}, ${agencyDay()}::date, ${agencyDay(-1)}::date,
          ${agencyDay(-1)}::date, c, c, ${agencyDay()}::date, gen_random_uuid(), gen_random_uuid(),
          ${bill.id}, true, ${agencyDay()}::date
        from unnest(${[...cents]}::bigint[])
        with ordinality as t(c, n)
        order by n
        returning id
      `)
    ).map((row) => row.id);
  });
};
