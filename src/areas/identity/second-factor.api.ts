import { z } from "zod";
import { identityDb } from "#server/db/scopes/identity.ts";
import { endpoint, type Endpoint } from "#server/http/endpoint.ts";
import { kickMail } from "./mail.jobs.ts";
import { assertProved } from "./proof.service.ts";
import { backupCodes, enrolment, factorState as factorShape, said } from "./identity.model.ts";
import {
  confirmFactor,
  enrol,
  factorState,
  removeFactor,
  renewBackupCodes,
} from "./second-factor.service.ts";
import { secondFactorCode } from "./validators.model.ts";

const common = { tag: "auth", ownAccount: true, ownTransaction: true, unkept: true } as const;

const code = z.object({ code: secondFactorCode });

/** The authenticator app of the signed-in person, and its backup codes. */
export const secondFactorEndpoints: Endpoint[] = [
  endpoint({
    ...common,
    method: "GET",
    path: "/auth/v1/factors",
    permission: "signed-in",
    summary: "Whether a second factor is on",
    response: factorShape,
    handler: ({ app, actor }) => factorState(identityDb(app.database), actor.personId!),
  }),
  endpoint({
    ...common,
    method: "POST",
    path: "/auth/v1/factors",
    permission: "signed-in",
    summary: "Begin setting up an authenticator app; after a proof that it is you (/auth/v1/proof)",
    response: enrolment,
    handler: async ({ app, actor }) => {
      const db = identityDb(app.database);
      await assertProved(db, actor);
      return enrol(db, actor.personId!, actor.email);
    },
  }),
  endpoint({
    ...common,
    method: "POST",
    path: "/auth/v1/factors/verify",
    permission: "signed-in",
    summary:
      "Turn the authenticator on with a code; answers with backup codes. Your other sessions end",
    body: code,
    response: backupCodes,
    handler: async ({ app, actor, body }) => {
      const db = identityDb(app.database);
      await assertProved(db, actor);
      const codes = await confirmFactor(db, actor.personId!, actor.sessionId, body.code);
      kickMail(app);
      return { backup_codes: codes };
    },
  }),
  endpoint({
    ...common,
    method: "POST",
    path: "/auth/v1/factors/backup-codes",
    permission: "signed-in",
    summary: "Replace the backup codes",
    body: code,
    response: backupCodes,
    handler: async ({ app, actor, body }) => ({
      backup_codes: await renewBackupCodes(identityDb(app.database), actor.personId!, body.code),
    }),
  }),
  endpoint({
    ...common,
    method: "POST",
    path: "/auth/v1/factors/remove",
    permission: "signed-in",
    summary: "Turn the second factor off",
    body: code,
    response: said,
    handler: async ({ app, actor, body }) => {
      await removeFactor(identityDb(app.database), actor.personId!, body.code);
      return { message: "Two-step sign-in is off." };
    },
  }),
];
