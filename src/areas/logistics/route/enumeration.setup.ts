import type { RoutePlan, RouteProblem } from "./problem.model.ts";

type Found = { cost: number; plan: RoutePlan } | null;

/** Whether pairs of stops stand as they must, in whole plans. */
const keepsPairs = (p: RouteProblem, routes: readonly (readonly number[])[]): boolean => {
  const on = (stop: number) => routes.findIndex((stops) => stops.includes(stop));
  return (
    p.before.every(([first, then]) => {
      const [a, b] = [on(first), on(then)];
      if (a < 0 && b < 0) return true;
      return a === b && routes[a]!.indexOf(first) < routes[a]!.indexOf(then);
    }) && p.apart.every(([one, other]) => on(one) < 0 || on(one) !== on(other))
  );
};

/**
 * The cheapest plan by trying every order of every choice of stops on every vehicle: for a handful of
 * stops, and to hold the solver against. Null where no plan holds all stops that must be, or none costs
 * less than `below`.
 */
export const enumerate = (p: RouteProblem, below = Infinity): Found => {
  let best: Found = null;
  const routes: number[][] = p.vehicles.map(() => []);
  const used = p.stops.map(() => false);

  const finish = (cost: number): void => {
    const left = p.stops.flatMap((_, stop) => (used[stop] ? [] : [stop]));
    if (left.some((stop) => p.stops[stop]!.skip === null)) return;
    const sum = left.reduce((all, stop) => all + p.stops[stop]!.skip!, cost);
    if (sum >= (best?.cost ?? below) || !keepsPairs(p, routes)) return;
    const plan = routes.map((stops, vehicle) => ({ vehicle, stops: [...stops] }));
    best = { cost: sum, plan: { routes: plan.filter(({ stops }) => stops.length > 0), left } };
  };

  const go = (vehicle: number, here: number, clock: number, load: number[], cost: number): void => {
    const truck = p.vehicles[vehicle];
    if (!truck) return finish(cost);
    if (cost >= (best?.cost ?? below)) return;
    const price = (to: number): number | null => {
      const [seconds, meters] = [p.seconds[here]![to], p.meters[here]![to]];
      if (seconds == null || meters == null) return null;
      return seconds * p.price.second + meters * p.price.meter;
    };
    const home = price(truck.depot);
    const next = p.vehicles[vehicle + 1];
    const back = clock + (p.seconds[here]![truck.depot] ?? 0);
    if (home !== null && (routes[vehicle]!.length === 0 || back <= truck.to))
      go(vehicle + 1, next?.depot ?? 0, next?.from ?? 0, [0, 0], cost + home);
    for (const [stop, asked] of p.stops.entries()) {
      const way = price(asked.at);
      if (used[stop] || way === null) continue;
      if (asked.vehicle !== null && asked.vehicle !== vehicle) continue;
      if (!asked.skills.every((skill) => truck.skills.includes(skill))) continue;
      const [weight, volume] = [load[0]! + asked.weight, load[1]! + asked.volume];
      if (weight > truck.weight || volume > truck.volume) continue;
      const arrival = clock + p.seconds[here]![asked.at]!;
      const open = asked.windows.filter(({ to }) => to >= arrival);
      if (asked.windows.length > 0 && open.length === 0) continue;
      const begin = Math.max(
        arrival,
        asked.windows.length ? Math.min(...open.map(({ from }) => from)) : arrival,
      );
      used[stop] = true;
      routes[vehicle]!.push(stop);
      go(vehicle, asked.at, begin + asked.service, [weight, volume], cost + way);
      routes[vehicle]!.pop();
      used[stop] = false;
    }
  };
  go(0, p.vehicles[0]!.depot, p.vehicles[0]!.from, [0, 0], 0);
  return best;
};
