import type { Actor } from "#kernel/access.ts";
import type { Day } from "#kernel/time.ts";
import type { App } from "#server/app.ts";
import { sql } from "#server/db/sql.ts";
import { transition } from "#server/lifecycle.ts";
import { batchNoun } from "../fms/batch/batch.noun.ts";
import { buildBatch, rejectLines, sendBatch } from "../fms/batch/batch.service.ts";
import { codeImporter } from "../fms/code/code.importer.ts";
import type { CodeInput } from "../fms/code/code.model.ts";
import { layoutInput } from "../fms/layout/layout.model.ts";
import { fmsLayouts } from "../fms/layout/layout.service.ts";
import { mapCode } from "../fms/mapping/mapping.service.ts";

const step = (id: string) => ({ id, version: null, reason: null });

const line = (name: string, value: string, over: object = {}) => ({
  record: "line",
  name,
  value,
  ...over,
});

// A journal as many finance systems take it: a line for each amount, between a head and totals.
const layout = layoutInput.parse({
  name: "Journal import of the finance system",
  form: "delimited",
  headings: false,
  fields: [
    { record: "header", name: "Record", value: "constant", text: "H" },
    { record: "header", name: "Batch", value: "batch" },
    { record: "header", name: "Period end", value: "periodEnd" },
    line("Record", "constant", { text: "L" }),
    line("Line", "lineNo"),
    line("Posted", "postedOn"),
    line("Fund", "fund"),
    line("Account", "account"),
    line("Amount", "unsigned"),
    line("Side", "side", { text: "D/C" }),
    line("Reference", "document", { width: 20 }),
    { record: "trailer", name: "Record", value: "constant", text: "T" },
    { record: "trailer", name: "Lines", value: "lines" },
    { record: "trailer", name: "Debits", value: "debits" },
    { record: "trailer", name: "Credits", value: "credits" },
  ],
});

const mapAll = (app: App, controller: Actor, fromDay: Day) =>
  app.database.transaction(controller, async (tx) => {
    const chart = await tx.rows<{ kind: "fund" | "account"; code: string }>(sql`
      select kind, code
      from gl_account
      where org_id = ${controller.orgId} and active
      order by kind, code
    `);
    for (const { kind, code } of chart)
      await mapCode(tx, controller, {
        kind,
        code,
        target: kind === "fund" ? `${code}0` : `${code}00`,
        fromDay,
      });
  });

// The finance system's own chart: every code that ours are mapped to.
const chartThere = (app: App, controller: Actor, fromDay: Day) =>
  app.database.transaction(controller, async (tx) => {
    const codes = await tx.rows<Pick<CodeInput, "kind" | "code" | "name">>(sql`
      select m.kind, m.target as code, g.name
      from fms_mapping m
      join gl_account g on g.org_id = m.org_id and g.kind = m.kind and g.code = m.code
      where m.org_id = ${controller.orgId}
      order by 1, 2
    `);
    await codeImporter.apply(
      tx,
      controller,
      codes.map((code) => ({
        row: { ...code, fromDay, toDay: null },
        action: "create",
        plan: { before: null },
      })),
      "",
      () => undefined,
    );
  });

/**
 * A layout, codes, and a batch of the first open month of which the finance system did not take two
 * lines. Gives what the batch is called; null where no line of the month waits.
 */
export const seedFinanceSystem = async (
  app: App,
  controller: Actor,
  sender: Actor,
  beginsOn: Day,
): Promise<string | null> => {
  const { transaction } = app.database;
  const layoutId = await transaction(controller, async (tx) => {
    const draft = await fmsLayouts.draft(tx, controller, layout);
    await fmsLayouts.publish(tx, controller, draft.id, draft.version);
    return draft.id;
  });
  await mapAll(app, controller, beginsOn);
  await chartThere(app, controller, beginsOn);
  const month = await transaction(controller, (tx) =>
    tx.maybe<{ id: string }>(sql`
      select p.id
      from accounting_period p
      where p.org_id = ${controller.orgId}
        and p.status = 'open'
        and not p.adjustment
        and exists (select 1 from gl_line l where l.org_id = p.org_id and l.period_id = p.id)
      order by p.year, p.place
      limit 1
    `),
  );
  if (!month) return null;
  const batch = await transaction(controller, async (tx) => {
    const made = await buildBatch(tx, controller, {
      layoutId,
      periodId: month.id,
      through: null,
      destinationId: null,
    });
    await transition(tx, controller, batchNoun, { ...step(made.id), action: "validate" });
    return made;
  });
  await transaction(sender, (tx) => sendBatch(tx, sender, step(batch.id)));
  await transaction(controller, (tx) =>
    rejectLines(tx, controller, step(batch.id), {
      rejected: "1: Account is closed to posting\n2: Account is closed to posting",
    }),
  );
  return batch.number;
};
