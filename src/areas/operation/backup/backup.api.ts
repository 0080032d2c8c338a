import { endpoint, type Endpoint } from "#server/http/endpoint.ts";
import { requireMachine } from "#server/operation/running-agency.ts";
import { backupsRow } from "./backup.model.ts";
import { readBackups } from "./backup.service.ts";

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
];
