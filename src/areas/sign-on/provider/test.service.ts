import type { Actor } from "#kernel/access.ts";
import { notFound } from "#kernel/errors.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { refusalText } from "../attempt/refusals.labels.ts";
import { signInAttempt, signInProvider } from "../sign-on.tables.ts";
import { saysSecondFactor } from "./claims.model.ts";
import type { TestResult } from "./provider.model.ts";

/** What one's own test of a provider brought. @throws Problem 404 for another's. */
export const readTest = async (
  db: Db,
  actor: Actor,
  providerId: string,
  id: string,
): Promise<TestResult> => {
  const provider = await getRow(db, signInProvider, providerId, "sign-in provider");
  const attempt = await getRow(db, signInAttempt, id, "test");
  if (
    attempt.purpose !== "test" ||
    attempt.providerId !== providerId ||
    attempt.personId !== actor.personId
  )
    throw notFound("test");
  const { answer } = attempt;
  return {
    id,
    at: attempt.answeredAt ?? attempt.begunAt,
    good: answer !== null,
    refused: answer ? null : attempt.refused ? refusalText(attempt.refused) : null,
    subject: answer?.subject ?? null,
    email: answer?.email ?? null,
    name: answer?.name ?? null,
    methods: [...(answer?.methods ?? [])],
    secondFactor: answer ? saysSecondFactor(answer, provider) : false,
    claims: Object.fromEntries(
      Object.entries(answer?.claims ?? {}).map(([name, value]) => [
        name,
        typeof value === "string" ? value : [...value],
      ]),
    ),
  };
};
