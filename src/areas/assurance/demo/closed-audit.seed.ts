import {
  approvePlan,
  checkEffect,
  contain,
  findCause,
  implement,
  openAction,
} from "#areas/assets/assets.server.ts";
import { stepOfAudit } from "../audit/audit.service.ts";
import { findingInput } from "../finding/finding.model.ts";
import { answerFinding, endFinding, writeFinding } from "../finding/finding.service.ts";
import { prepareProcedure, reviewProcedure } from "../procedure/procedure.service.ts";
import { testItem } from "../sample/draw.service.ts";
import type { AuditAction } from "../audit/audit.labels.ts";
import { registerFinding } from "./assurance.data.ts";
import type { Telling } from "./telling.seed.ts";
import { beginAudit, drawFor, personOf } from "./team.seed.ts";

const step = (id: string) => ({ id, version: null, reason: null });

const testRegister = async (telling: Telling, auditId: string): Promise<void> => {
  const { as } = telling;
  const { id, items } = await drawFor(telling, 205, auditId, {
    procedure: {
      ...{ title: "Assets stand at what they cost", clause: "200.313" },
      steps: "Hold the cost in the register against the invoice, and look at the asset itself.",
    },
    freeze: { list: "/api/v1/assets", query: "status=in_service", amount: "costCents" },
    draw: { method: "units", size: 12, confidence: 95 },
  });
  const wrong = items.find(({ certain }) => !certain) ?? items[0]!;
  for (const item of items)
    await as("auditor2", 200, (tx, actor) =>
      testItem(
        tx,
        actor,
        item.id,
        item === wrong
          ? {
              ...{ result: "exception", said: "The invoice is a tenth lower." },
              auditedCents: Math.round(item.cents * 0.9),
            }
          : { result: "pass", auditedCents: null, said: "" },
      ),
    );
  await as("auditor2", 198, (tx, actor) =>
    prepareProcedure(tx, actor, step(id), {
      result: `${items.length} assets were seen and held against their invoices; one differs.`,
    }),
  );
  await as("auditor", 196, (tx, actor) => reviewProcedure(tx, actor, step(id)));
};

// Put right by the keeper of the register, approved by the manager, checked twice by an auditor.
const putRight = async ({ as, day }: Telling, findingId: string): Promise<void> => {
  const { id } = await as("auditor", 168, (tx, actor) =>
    openAction(tx, actor, {
      ...{ title: "Costs of assets from their invoices", subjectType: "auditFinding" },
      ...{ subjectId: findingId, problem: registerFinding.condition },
      ...{ ownerId: personOf("works"), dueOn: day(140) },
    }),
  );
  const of = { id, version: null };
  await as("works", 166, (tx, actor) =>
    contain(tx, actor, of, { containment: "The asset's cost was corrected." }),
  );
  await as("works", 160, (tx, actor) =>
    findCause(tx, actor, of, {
      rootCause: "The order's price was typed before the invoice came.",
      plan: "The cost is entered from the paid invoice; both are compared each quarter.",
    }),
  );
  await as("manager", 157, (tx, actor) => approvePlan(tx, actor, of));
  await as("works", 150, (tx, actor) => implement(tx, actor, of));
  for (const [before, found] of [
    [119, "Ten assets that came since stand at their invoices' costs."],
    [58, "Twenty assets of the quarter were compared: none differs."],
  ] as const)
    await as("auditor2", before, (tx, actor) =>
      checkEffect(tx, actor, of, { found, effective: true }),
    );
};

/** An audit that went all the way: its sample, an exception, a finding that was put right and checked twice. */
export const tellClosedAudit = async (telling: Telling): Promise<void> => {
  const { as, day } = telling;
  const fiscalYear = Number(day(210).slice(0, 4));
  const auditId = await beginAudit(telling, [230, 210], {
    ...{ title: "Register of assets", kind: "internal", fiscalYear, contact: "works" },
    scope: "Whether assets exist, and stand in the register at what they cost.",
    ...{ startsOn: day(225), reportDueOn: day(165) },
  });
  const move = (action: AuditAction, before: number) =>
    as("auditor", before, (tx, actor) => stepOfAudit(tx, actor, action, step(auditId)));
  await testRegister(telling, auditId);
  const { id } = await as("auditor", 192, (tx, actor) =>
    writeFinding(
      tx,
      actor,
      findingInput.parse({
        ...{ ...registerFinding, source: "audit", auditId, firstYear: fiscalYear },
        responderId: personOf("works"),
      }),
    ),
  );
  await move("draft", 190);
  await move("share", 188);
  await as("works", 180, (tx, actor) =>
    answerFinding(tx, actor, "accept", step(id), {
      ...{ views: "We agree.", contact: "Dale Whitcomb", completeOn: day(140) },
      action: "Costs are entered from paid invoices and compared each quarter.",
    }),
  );
  await move("issue", 172);
  await putRight(telling, id);
  await move("followUp", 150);
  await as("auditor", 56, (tx, actor) => endFinding(tx, actor, "close", step(id)));
  await move("close", 55);
};
