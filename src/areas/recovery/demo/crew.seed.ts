import type { Actor } from "#kernel/access.ts";
import { instantIn } from "#kernel/dates.ts";
import { day as asDay } from "#kernel/time.ts";
import { enterHours, hourInput, laborClassesOf, unitsNamed } from "#areas/assets/assets.server.ts";
import { carverTimeZone, demoPersonId } from "#areas/identity/identity.public.ts";
import { memberById, placeByName } from "#areas/organization/organization.server.ts";
import type { Tx } from "#server/db/db.ts";
import { asSystem } from "#server/lifecycle.ts";
import { confirmCrew, waitingWeeks } from "../crew/crew.service.ts";
import { addPayPolicy } from "../declaration/pay-policy.service.ts";
import { addSchedule } from "../schedule/schedule.service.ts";
import { crew, crewShifts } from "./crew.data.ts";

/** Work of somebody of the demo, in a transaction of its own. */
export type As = <T>(name: string, work: (tx: Tx, actor: Actor) => Promise<T>) => Promise<T>;
type Of = { declarationId: string; incidentId: string; day: (days: number) => string };

const policies = (as: As, { declarationId, day }: Of) =>
  as("recovery", async (tx, actor) => {
    const classes = await laborClassesOf(tx);
    const id = (code: string) => classes.find((c) => c.code === code)?.id;
    const laborer = id("LAB");
    const technician = id("TEC");
    if (laborer)
      await addPayPolicy(tx, actor, declarationId, {
        laborClassId: laborer,
        title: "Overtime of laborers when a disaster is declared",
        adoptedOn: asDay("2021-06-01"),
        contingent: true,
      });
    if (technician)
      await addPayPolicy(tx, actor, declarationId, {
        laborClassId: technician,
        title: "Overtime of technicians, resolution after the flood",
        adoptedOn: asDay(day(-6)),
        contingent: false,
      });
  });

const roster = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
  weekday,
  from: "07:00",
  to: "15:00",
  breakMinutes: 0,
}));
// The crew works seven days a week while the flood lasts; Mina stands in for Arlo where he is on the levee.
const schedules = (as: As, { day }: Of) =>
  as("recovery", async (tx, actor) => {
    const [arlo, mina] = [demoPersonId(crew.arlo), demoPersonId(crew.mina)];
    for (const personId of [arlo, mina])
      await addSchedule(tx, actor, {
        personId,
        fromDay: asDay(day(-400)),
        toDay: null,
        employment: personId === arlo ? "budgeted" : "backfill",
        replacesId: personId === arlo ? null : arlo,
        shifts: roster,
        source: "Roster of the road crew",
      });
  });

/** One road crew's week: overtime that counts, and each kind of hour that does not, with its rule. */
export const seedCrew = async (as: As, of: Of): Promise<void> => {
  await policies(as, of);
  await schedules(as, of);
  await as("recovery", async (tx, actor) => {
    const [classes, units, yard, shop] = await Promise.all([
      laborClassesOf(tx),
      unitsNamed(tx, ["TRCK-002"]),
      placeByName(tx, "County yard"),
      placeByName(tx, "Utilities shop"),
    ]);
    const places = { yard, shop };
    for (const s of crewShifts) {
      if (s.unit && !units[0]) continue;
      const fromAt = instantIn(`${of.day(s.days)}T${s.from}`, carverTimeZone);
      await enterHours(
        tx,
        asSystem(actor),
        hourInput.parse({
          kind: s.unit ? "equipment" : "labor",
          personId: demoPersonId(s.who),
          laborClassId: s.unit ? null : classes.find((c) => c.code === s.labor)?.id,
          unitId: s.unit ? units[0]!.id : null,
          fromAt: new Date(fromAt).toISOString(),
          toAt: new Date(fromAt + s.hours * 3_600_000).toISOString(),
          standbyMinutes: s.standby ?? 0,
          pay: s.pay ?? "regular",
          activity: s.work,
          placeId: s.place ? places[s.place] : null,
          incidentId: of.incidentId,
        }),
      );
    }
  });
  await as("roads.head", async (tx, signedIn) => {
    // Whoever signs in heads the department of their membership; an actor of the demo names none.
    const { departmentId } = await memberById(tx, signedIn.personId!);
    const actor = { ...signedIn, departmentIds: departmentId ? [departmentId] : [] };
    const weeks = await waitingWeeks(tx, actor, of.declarationId);
    const ids = weeks.filter((w) => w.why === null).flatMap((w) => w.hours.map((h) => h.id));
    if (ids.length) await confirmCrew(tx, actor, of.declarationId, ids);
  });
};
