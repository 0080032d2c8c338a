import { beginAt, type RoutePlan, type RouteProblem } from "./problem.model.ts";

/**
 * What a plan is compared with where no bound is near: every vehicle goes to the nearest stop that it
 * may still hold, until none is left for it. Pairs and stops that may be left out are not looked at;
 * who finds no vehicle stays in `left`.
 */
export const nearestNeighbor = (p: RouteProblem): RoutePlan => {
  const open = new Set(p.stops.keys());
  const routes = p.vehicles.map((truck, vehicle) => {
    const stops: number[] = [];
    let [here, clock, weight, volume] = [truck.depot, truck.from, 0, 0];
    for (;;) {
      let best: { stop: number; way: number; leave: number } | null = null;
      for (const stop of open) {
        const asked = p.stops[stop]!;
        if (asked.vehicle !== null && asked.vehicle !== vehicle) continue;
        if (!asked.skills.every((skill) => truck.skills.includes(skill))) continue;
        if (weight + asked.weight > truck.weight || volume + asked.volume > truck.volume) continue;
        const [go, back] = [p.seconds[here]![asked.at], p.seconds[asked.at]![truck.depot]];
        const way = p.meters[here]![asked.at];
        if (go == null || back == null || way == null) continue;
        const begin = beginAt(asked.windows, clock + go);
        if (begin === null || begin + asked.service + back > truck.to) continue;
        const cost = way * p.price.meter + go * p.price.second;
        if (cost < (best?.way ?? Infinity))
          best = { stop, way: cost, leave: begin + asked.service };
      }
      if (!best) break;
      open.delete(best.stop);
      stops.push(best.stop);
      const { at, weight: more, volume: bulk } = p.stops[best.stop]!;
      [here, clock, weight, volume] = [at, best.leave, weight + more, volume + bulk];
    }
    return { vehicle, stops };
  });
  return { routes: routes.filter(({ stops }) => stops.length > 0), left: [...open] };
};
