import type { z } from "zod";
import { demoPersonId } from "#areas/identity/identity.public.ts";
import { auditInput } from "../audit/audit.model.ts";
import { planAudit, stepOfAudit } from "../audit/audit.service.ts";
import { addMember, declareIndependence } from "../audit/team.service.ts";
import { drawSampleOf } from "../sample/draw.service.ts";
import { freezePopulation } from "../sample/freeze.service.ts";
import { drawInput, freezeInput } from "../sample/sample.model.ts";
import { populationsOf } from "../sample/sample.read.service.ts";
import { procedureInput } from "../procedure/procedure.model.ts";
import { enterProcedure } from "../procedure/procedure.service.ts";
import type { Telling } from "./telling.seed.ts";

export const personOf = (name: string): string => demoPersonId(`${name}@demo.levee.test`);

type Planned = Omit<z.input<typeof auditInput>, "contactId"> & { contact: string };

/** Plans an audit with both auditors of the county, who declare and begin. */
export const beginAudit = async (
  { as }: Telling,
  [planned, began]: readonly [planned: number, began: number],
  { contact, ...said }: Planned,
): Promise<string> => {
  const { id } = await as("auditor", planned, (tx, actor) =>
    planAudit(tx, actor, auditInput.parse({ ...said, contactId: personOf(contact) })),
  );
  await as("auditor", planned, (tx, actor) =>
    addMember(tx, actor, id, { personId: personOf("auditor2"), role: "member", untilOn: null }),
  );
  for (const who of ["auditor", "auditor2"])
    await as(who, planned - 1, (tx, actor) => declareIndependence(tx, actor, id, ""));
  await as("auditor", began, (tx, actor) => stepOfAudit(tx, actor, "begin", { id, version: null }));
  return id;
};

/** Enters a procedure, freezes what it tests and draws of it; gives its id and that of the population. */
export const drawFor = async (
  { app, as }: Telling,
  before: number,
  auditId: string,
  of: { procedure: object; freeze: object; draw: object },
) => {
  const { id } = await as("auditor", before, (tx, actor) =>
    enterProcedure(tx, actor, auditId, procedureInput.parse(of.procedure)),
  );
  const population = await as("auditor", before, (tx, actor) =>
    freezePopulation(tx, actor, app, id, freezeInput.parse(of.freeze)),
  );
  const sample = await as("auditor", before, async (tx, actor) => {
    await drawSampleOf(tx, actor, app, population.id, drawInput.parse(of.draw));
    return (await populationsOf(tx, id))[0]!.samples[0]!;
  });
  return { id, items: sample.items };
};
