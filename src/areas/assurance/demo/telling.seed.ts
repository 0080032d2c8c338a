import type { Actor } from "#kernel/access.ts";
import { dateIn } from "#kernel/dates.ts";
import { addDays, instantAt, type Day } from "#kernel/time.ts";
import { carverTimeZone } from "#areas/identity/identity.public.ts";
import { demoActor } from "#areas/identity/identity.server.ts";
import type { App } from "#server/app.ts";
import { databaseMs } from "#server/db/database-clock.ts";
import type { Tx } from "#server/db/db.ts";

/** How a chapter is told: by people of the county, so many days before today. */
export type Telling = {
  app: App;
  /** So many days before today (less than none: to come). */
  day: (before: number) => Day;
  /** Does something as somebody of the county, at this hour so many days ago. */
  as: <T>(who: string, before: number, act: (tx: Tx, actor: Actor) => Promise<T>) => Promise<T>;
};

const dayMs = 86_400_000;

/** The people of the county, by today's clock. */
export const tellingOf = (app: App): Telling => {
  const now = databaseMs();
  const today = dateIn(new Date(now).toISOString(), carverTimeZone);
  return {
    app,
    day: (before) => addDays(today, -before),
    as: (who, before, act) => {
      const actor = demoActor(who, instantAt(new Date(now - before * dayMs)));
      return app.database.transaction(actor, (tx) => act(tx, actor));
    },
  };
};
