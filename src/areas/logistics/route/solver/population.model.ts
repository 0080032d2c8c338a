import type { Draw } from "./draw.model.ts";
import { distanceOf, penalize, type Individual } from "./individual.model.ts";
import type { Penalties } from "./tours.model.ts";

const [least, generation, elite, close] = [25, 40, 4, 5];

/** Plans of one kind (feasible or not), the cheapest first, as many as are worth keeping. */
class Kind {
  readonly members: Individual[] = [];
  private stale = true;

  add(one: Individual): void {
    for (const other of this.members) {
      const distance = distanceOf(one, other);
      insert(one, distance, other);
      insert(other, distance, one);
    }
    this.place(one);
    if (this.members.length > least + generation)
      while (this.members.length > least) this.removeWorst();
    this.stale = true;
  }

  private place(one: Individual): void {
    let at = this.members.length;
    while (at > 0 && this.members[at - 1]!.penalized > one.penalized - 1e-6) at--;
    this.members.splice(at, 0, one);
  }

  /** Ranks by cost and by how far a plan is from those most like it. */
  rank(): void {
    if (!this.stale) return;
    this.stale = false;
    const size = this.members.length;
    if (size === 0) return;
    const apart = this.members.map((one, at) => ({ at, distance: average(one, close) }));
    apart.sort((a, b) => b.distance - a.distance || a.at - b.at);
    for (const [rank, { at }] of apart.entries()) {
      const diversity = size > 1 ? rank / (size - 1) : 0;
      const cost = size > 1 ? at / (size - 1) : 0;
      this.members[at]!.fitness = cost + (size <= elite ? 0 : (1 - elite / size) * diversity);
    }
  }

  private removeWorst(): void {
    this.stale = true;
    this.rank();
    let [worst, isClone] = [-1, false];
    for (let at = 1; at < this.members.length; at++) {
      const one = this.members[at]!;
      const clone = one.near.length > 0 && one.near[0]!.distance < 1e-9;
      if (
        worst < 0 ||
        (clone && !isClone) ||
        (clone === isClone && one.fitness > this.members[worst]!.fitness)
      )
        [worst, isClone] = [at, clone];
    }
    const [gone] = this.members.splice(worst, 1);
    for (const one of this.members)
      one.near.splice(
        one.near.findIndex(({ of }) => of === gone),
        1,
      );
  }

  reprice(by: Penalties): void {
    const members = this.members.splice(0);
    for (const one of members) one.penalized = penalize(one, by);
    this.members.push(...members.sort((a, b) => a.penalized - b.penalized));
    this.stale = true;
  }
}

const insert = (one: Individual, distance: number, of: Individual): void => {
  let at = one.near.length;
  while (at > 0 && one.near[at - 1]!.distance > distance) at--;
  one.near.splice(at, 0, { distance, of });
};

const average = ({ near }: Individual, most: number): number => {
  const count = Math.min(most, near.length);
  let sum = 0;
  for (let at = 0; at < count; at++) sum += near[at]!.distance;
  return count ? sum / count : 0;
};

/** Both kinds of plans, and the best that ever was. */
export class Population {
  private readonly feasible = new Kind();
  private readonly infeasible = new Kind();
  private readonly draw: Draw;
  best: Individual | null = null;

  constructor(draw: Draw) {
    this.draw = draw;
  }

  /** Takes a plan in; true where it is the best so far. */
  add(one: Individual, by: Penalties): boolean {
    one.penalized = penalize(one, by);
    (one.feasible ? this.feasible : this.infeasible).add(one);
    if (!one.feasible || (this.best && one.cost >= this.best.cost - 1e-6)) return false;
    this.best = one;
    return true;
  }

  /** The better one of two that are drawn. */
  parent(): Individual {
    this.feasible.rank();
    this.infeasible.rank();
    const [one, other] = [this.any(), this.any()];
    return one.fitness < other.fitness ? one : other;
  }

  private any(): Individual {
    const [a, b] = [this.feasible.members, this.infeasible.members];
    const at = this.draw.below(a.length + b.length);
    return at < a.length ? a[at]! : b[at - a.length]!;
  }

  reprice(by: Penalties): void {
    this.infeasible.reprice(by);
  }
}
