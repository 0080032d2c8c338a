import type { App } from "#server/app.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { sendDueMail } from "#server/mail/send-mail.ts";
import { lookOfBranding } from "#areas/organization/organization.public.ts";
import { forgetOldPlaces } from "./place.service.ts";
import { forgetOldLimits } from "./rate-limit.service.ts";

const sendDue = (app: App): Promise<number> => {
  const db = identityDb(app.database);
  return sendDueMail(app, {
    smtpUrl: app.config.LEVEE_SMTP_URL,
    from: app.config.LEVEE_MAIL_FROM,
    demo: app.config.demo,
    origin: app.config.origin,
    agencyOf: async (orgId) => {
      const found = await db.maybe<{ name: string; timeZone: string; branding: unknown }>(sql`
        select name, time_zone, settings->'branding' as branding
        from organization
        where id = ${orgId}
      `);
      return found && { ...found, look: lookOfBranding(found.branding) };
    },
  });
};

const rounds = new WeakMap<App["database"], { again: boolean }>();

/**
 * Sends what waits, now, in one round of this instance at a time: a slow mail server holds one
 * connection of the database, however many ask. Who asks during a round has another one follow.
 */
const runMail = async (app: App): Promise<void> => {
  const open = rounds.get(app.database);
  if (open) return void (open.again = true);
  const round = { again: true };
  rounds.set(app.database, round);
  try {
    while (round.again) {
      round.again = false;
      await sendDue(app);
    }
  } finally {
    rounds.delete(app.database);
  }
};

/** Starts sending without waiting for it; what fails stays in the queue for the schedule. */
export const kickMail = (app: App): void =>
  void runMail(app).catch((error: unknown) => console.error("mail:", error));

/** So often each instance looks for letters whose time has come. */
const lookMs = 5_000;

/** Sends letters as they come, whoever wrote them; gives the function that stops it. */
export const beginMail = async (app: App): Promise<() => Promise<void>> => {
  const timer = setInterval(() => kickMail(app), lookMs);
  return async () => clearInterval(timer);
};

/** Every hour: counters that limit nothing any more. */
export const identitySchedules = [
  {
    name: "rate-limits",
    cron: "17 * * * *",
    afterRestore: "goes on" as const,
    run: async (app: App) => {
      const db = identityDb(app.database);
      await forgetOldLimits(db);
      await forgetOldPlaces(db);
    },
  },
];
