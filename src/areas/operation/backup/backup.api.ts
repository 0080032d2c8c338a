import { z } from "zod";
import { endpoint, type Endpoint } from "#server/http/endpoint.ts";
import { requireMachine } from "#server/operation/running-agency.ts";
import { answerHold } from "#server/restored/holds.ts";
import { backupsRow, heldRow } from "./backup.model.ts";
import { readBackups } from "./backup.service.ts";
import { readHeld } from "./held.service.ts";

const holds = "/api/v1/restore-holds";

const answer = (action: "release" | "drop", answer: "released" | "dropped", summary: string) =>
  endpoint({
    method: "POST",
    path: `${holds}/{kind}/${action}`,
    permission: "restore.answer",
    summary,
    ownTransaction: true,
    params: z.object({ kind: z.string().min(1).max(40) }),
    response: z.object({ items: z.array(heldRow) }),
    handler: async ({ app, actor, params }) => {
      await requireMachine(app.database, actor);
      await answerHold(app, actor, params.kind, answer);
      return { items: await readHeld(app, app.database.read(actor)) };
    },
  });

export const backupEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/backups",
    permission: "monitoring.read",
    summary: "Backups, rehearsals and restores, and what would be lost now",
    response: backupsRow,
    handler: async ({ app, db, actor }) => {
      await requireMachine(app.database, actor);
      return readBackups(db, app.config.LEVEE_BACKUP_DIR !== undefined);
    },
  }),
  endpoint({
    method: "GET",
    path: holds,
    permission: "monitoring.read",
    summary: "What waits since the last restore, and what became of it",
    response: z.object({ items: z.array(heldRow) }),
    handler: async ({ app, db, actor }) => {
      await requireMachine(app.database, actor);
      return { items: await readHeld(app, db) };
    },
  }),
  answer("release", "released", "Let everything of a kind go out that waits since a restore"),
  answer("drop", "dropped", "Count everything of a kind as told that waits since a restore"),
];
