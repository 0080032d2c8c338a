import type { App } from "#server/app.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { sendDueMail } from "#server/mail/send-mail.ts";
import { forgetOldPlaces } from "./place.service.ts";
import { forgetOldLimits } from "./rate-limit.service.ts";

/** Sends what waits, now. */
const runMail = (app: App): Promise<number> => {
  const db = identityDb(app.database);
  return sendDueMail(app, {
    smtpUrl: app.config.LEVEE_SMTP_URL,
    from: app.config.LEVEE_MAIL_FROM,
    demo: app.config.demo,
    origin: app.config.origin,
    agencyOf: (orgId) =>
      db.maybe<{ name: string; timeZone: string }>(
        sql`select name, time_zone from organization where id = ${orgId}`,
      ),
  });
};

/** Starts sending without waiting for it; what fails stays in the queue for the schedule. */
export const kickMail = (app: App): void =>
  void runMail(app).catch((error: unknown) => console.error("mail:", error));

/** Every minute: letters whose time has come, and counters that limit nothing any more. */
export const identitySchedules = [
  { name: "mail", cron: "* * * * *", run: async (app: App) => void (await runMail(app)) },
  {
    name: "rate-limits",
    cron: "17 * * * *",
    run: async (app: App) => {
      const db = identityDb(app.database);
      await forgetOldLimits(db);
      await forgetOldPlaces(db);
    },
  },
];
