import type { Actor } from "#kernel/access.ts";
import type { App } from "#server/app.ts";
import type { Tx } from "#server/db/db.ts";
import { demoActor } from "#areas/identity/identity.server.ts";
import { programSteps } from "../program/program.service.ts";
import { agree, declareInterests, saveScores } from "../review/review.service.ts";
import { readReview } from "../review/review.read.service.ts";
import { scoredApplications, sheetCriteria } from "../review/sheet.service.ts";
import { demoScores } from "./passthrough.data.ts";

export const demoReviewers = (): Actor[] => [
  demoActor("reviewer"),
  demoActor("reviewer2"),
  demoActor("reviewer3"),
];

// The third one knows an applicant, says so, and scores the others alone.
const scoreAs = async (tx: Tx, actor: Actor, programId: string, at: number): Promise<void> => {
  const applications = await scoredApplications(tx, programId);
  await declareInterests(tx, actor, programId, {
    applications: applications.map((a, i) => ({
      applicationId: a.id,
      conflict: at === 2 && i === 0,
      note: at === 2 && i === 0 ? "My sister sits on this applicant's board." : "",
    })),
  });
  const criteria = await sheetCriteria(tx, programId);
  await saveScores(tx, actor, programId, {
    handIn: true,
    scores: applications.flatMap((a, i) =>
      (at === 2 && i === 0 ? [] : criteria).map((c, j) => ({
        applicationId: a.id,
        criterionId: c.id,
        score: demoScores[i]![j]![at]!,
        note: "",
      })),
    ),
  });
};

/** Three reviewers, one of them not of all, score a program under seal; the sheet is frozen. */
export const reviewDemo = async (app: App, programId: string): Promise<void> => {
  const grants = demoActor("grants");
  const { database } = app;
  const step = (action: "reveal" | "freeze") =>
    database.transaction(grants, (tx) =>
      programSteps[action](tx, grants, { id: programId, version: null, reason: null }),
    );
  for (const [at, actor] of demoReviewers().entries())
    await database.transaction(actor, (tx) => scoreAs(tx, actor, programId, at));
  await step("reveal");
  const first = demoReviewers()[0]!;
  const view = await readReview(database.read(first), first, programId);
  for (const cell of view.consensus.filter((c) => c.asks))
    await database.transaction(first, (tx) =>
      agree(tx, first, programId, {
        applicationId: cell.applicationId,
        criterionId: cell.criterionId,
        score: cell.score,
        comment: "We talked about the staffing plan and agreed on this.",
      }),
    );
  await step("freeze");
};
