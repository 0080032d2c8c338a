import { randomBytes } from "node:crypto";
import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { instantAt } from "#kernel/time.ts";
import { populationDigest } from "#kernel/sampling/random.ts";
import { counted } from "#kernel/words.ts";
import type { App } from "#server/app.ts";
import { note } from "#server/change.ts";
import { businessNow } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { getRow, insertRow, insertRows, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { seenFile } from "#server/files/holders.ts";
import {
  assuranceItem,
  assurancePopulation,
  assuranceProcedure,
  assuranceSample,
} from "../assurance.tables.ts";
import { drawnOf } from "./drawn.model.ts";
import { frozenRows, listOf, requireFieldwork, rowsNow } from "./freeze.service.ts";
import { differenceOf } from "./rows.model.ts";
import type { DrawInput, Recheck, TestInput } from "./sample.model.ts";

const shaOf = async (tx: Tx, actor: Actor, fileId: string): Promise<string> => {
  const file = await seenFile(tx, actor, fileId);
  if (!file) throw notFound("population");
  return file.sha256;
};

/**
 * Draws a sample of a frozen population by a seed of the operating system, which is kept: the same
 * seed draws the same items on any machine. 403 `not_on_team`; 404; 409 outside of fieldwork; 422
 * `strata_missing`, `nothing_to_draw`.
 */
export const drawSampleOf = async (
  tx: Tx,
  actor: Actor,
  app: App,
  populationId: string,
  input: DrawInput,
): Promise<{ id: string }> => {
  const population = await getRow(tx, assurancePopulation, populationId, "population");
  const { orgId, auditId, procedureId } = population;
  await requireFieldwork(tx, actor, auditId);
  if (input.method === "strata" && input.strata.length === 0)
    throw invalidField("strata", "Say where each stratum begins.", "strata_missing");
  const items = await frozenRows(app, population, await shaOf(tx, actor, population.fileId));
  const seed = randomBytes(16).toString("hex");
  const { facts, drawn } = drawnOf(items, seed, input);
  if (drawn.length === 0)
    throw invalidField("size", "Nothing of this population can be drawn so.", "nothing_to_draw");
  const { method, size, confidence } = input;
  const sample = await insertRow(tx, assuranceSample, {
    ...{ orgId, id: newId(), auditId, populationId, method, seed, size, confidence, facts },
    ...{ drawnBy: actor.personId!, drawnAt: instantAt(businessNow(tx.scope)) },
  });
  await insertRows(
    tx,
    assuranceItem,
    drawn.map(({ item, certain, stratum }, at) => ({
      ...{ orgId, id: newId(), auditId, sampleId: sample.id, place: at + 1, certain, stratum },
      ...{ recordId: item.id, number: item.number, cents: item.cents },
    })),
  );
  const procedure = await getRow(tx, assuranceProcedure, procedureId, "procedure");
  note(tx, actor, "auditProcedure", procedure, { action: "draw" });
  return { id: sample.id };
};

/** Whether the list still gives what was frozen, in words. 403 `not_on_team`; 404. */
export const recheckPopulation = async (
  tx: Tx,
  actor: Actor,
  app: App,
  populationId: string,
): Promise<Recheck> => {
  const population = await getRow(tx, assurancePopulation, populationId, "population");
  await requireFieldwork(tx, actor, population.auditId);
  const frozen = await frozenRows(app, population, await shaOf(tx, actor, population.fileId));
  const found = listOf(actor, population.list, population.amount);
  const now = await rowsNow(tx, actor, found, population);
  const difference = differenceOf(frozen, now);
  const same = populationDigest(now) === population.digest;
  const { changed, gone, came } = difference;
  return {
    ...{ same, ...difference, items: now.length },
    cents: now.reduce((sum, { cents }) => sum + cents, 0),
    said: same
      ? "The list gives what was frozen."
      : `Since it was frozen ${counted(changed, "row has", "rows have")} other cents, ${gone} left it, ${came} came. The sample stands on what was frozen.`,
  };
};

/**
 * Says what the examination of a drawn record found. 403 `not_on_team`; 404; 409 outside of fieldwork or
 * once its procedure is prepared; 422 `audited_missing`, `said_missing`.
 */
export const testItem = async (
  tx: Tx,
  actor: Actor,
  id: string,
  { result, auditedCents, said }: TestInput,
): Promise<{ id: string }> => {
  const item = await lockRow(tx, assuranceItem, id, "sampled record");
  await requireFieldwork(tx, actor, item.auditId);
  const { status } = await tx.one<{ status: string }>(sql`
    select p.status
    from assurance_sample s
    join assurance_population o on o.org_id = s.org_id and o.id = s.population_id
    join assurance_procedure p on p.org_id = o.org_id and p.id = o.procedure_id
    where s.org_id = ${tx.scope.orgId} and s.id = ${item.sampleId}
  `);
  if (status !== "planned")
    throw conflict("rule", "The procedure is prepared: return it to change what was found.");
  if (result === "exception" && auditedCents === null)
    throw invalidField("auditedCents", "Enter what it should have been.", "audited_missing");
  if (result === "exception" && said === "")
    throw invalidField("said", "Say what is wrong.", "said_missing");
  await updateRow(tx, assuranceItem, id, {
    ...{ result, said, testedBy: actor.personId },
    auditedCents: result === "exception" ? auditedCents : null,
    testedAt: businessNow(tx.scope).toISOString() as never,
  });
  return { id };
};
