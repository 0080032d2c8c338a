import { useState } from "react";
import { counted } from "#kernel/words.ts";
import { LiveFrame } from "../LiveFrame.tsx";
import { decimal } from "../numbers.ts";
import type { Solve } from "../solve.model.ts";
import { useSolving } from "../useSolving.ts";
import { firstAnswer, firstPlaces } from "./route.example.ts";
import { RouteMap } from "./RouteMap.tsx";
import { RouteStops } from "./RouteStops.tsx";
import { lengthOf, nearestTour, solveRoute, type Place, type RouteAnswer } from "./route.model.ts";

type Shown = { places: readonly Place[]; answer: RouteAnswer };
const firstShown: Shown = { places: firstPlaces, answer: firstAnswer };

const ask = async (places: readonly Place[], solve: Solve, show: (shown: Shown) => void) => {
  show({ places, answer: await solveRoute(places, solve, (answer) => show({ places, answer })) });
};

const miles = (hundredths: number) => `${decimal(hundredths / 100, 2)} mi`;

function Proof({ answer }: { answer: RouteAnswer }) {
  const gap = answer.length - answer.bound;
  return (
    <dl className="live-facts">
      <div>
        <dt>
          This tour<span>the best one found</span>
        </dt>
        <dd>{miles(answer.length)}</dd>
      </div>
      <div>
        <dt>
          Bound<span>no round trip is shorter</span>
        </dt>
        <dd>{miles(answer.bound)}</dd>
      </div>
      <div className="live-strong">
        <dt>Gap</dt>
        <dd>
          {answer.proven ? (
            <>
              <span className="badge tone-success">Proven shortest</span> {miles(0)}
            </>
          ) : (
            <>
              <span className="badge tone-warning">Not proven</span> {miles(gap)}
              <span>{decimal((gap / answer.length) * 100, 1)}% of the tour</span>
            </>
          )}
        </dd>
      </div>
    </dl>
  );
}

function Beside({ places, answer }: Shown) {
  const nearest = lengthOf(places, nearestTour(places));
  const more = nearest - answer.length;
  return (
    <dl className="live-facts">
      <div>
        <dt>
          Always to the nearest next stop<span>the dashed line</span>
        </dt>
        <dd>{miles(nearest)}</dd>
      </div>
      <div className="live-strong">
        <dt>Shorter by</dt>
        <dd>
          {miles(more)}
          <span>{decimal(nearest === 0 ? 0 : (more / nearest) * 100, 1)}%</span>
        </dd>
      </div>
    </dl>
  );
}

function Rounds({ answer }: { answer: RouteAnswer }) {
  if (answer.rounds.length === 0)
    return (
      <p className="live-note">
        With fewer than three stops there is one round trip only; nothing needs to be solved.
      </p>
    );
  return (
    <table className="ledger live-table">
      <thead>
        <tr>
          <th scope="col">Solve</th>
          <th scope="col" className="num">
            Separate loops
          </th>
          <th scope="col" className="num">
            Bound
          </th>
        </tr>
      </thead>
      <tbody>
        {answer.rounds.map(({ bound, loops }, i) => (
          <tr key={i}>
            <th scope="row">{i + 1}</th>
            <td className="num">{loops === 1 ? "one: a round trip" : loops}</td>
            <td className="num">{miles(bound)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const order = (answer: RouteAnswer) => ["Depot", ...answer.tour.slice(1), "Depot"].join(", ");

/** A round trip to try: the visitor moves stops, HiGHS raises the bound until it meets the tour. */
export default function RouteExample() {
  const [places, setPlaces] = useState<readonly Place[]>(firstPlaces);
  const [selected, select] = useState(1);
  const {
    answer: shown,
    working,
    failure,
  } = useSolving(places, JSON.stringify(places), firstShown, ask);
  const change = (next: readonly Place[], at: number) => {
    setPlaces(next);
    select(at);
  };
  const move = (index: number, to: Place) =>
    change(
      places.map((place, i) => (i === index ? to : place)),
      index,
    );
  const { answer } = shown;
  const current = JSON.stringify(shown.places) === JSON.stringify(places);
  return (
    <LiveFrame
      id="route"
      title="A round trip to try"
      lead="Drag a stop, or move it by buttons and numbers. Straight lines, twelve stops at most, solved in your browser."
      changed={places !== firstPlaces}
      reset={() => change(firstPlaces, 1)}
    >
      <div className="live-route">
        <RouteMap
          places={places}
          loops={!current ? [] : answer.proven ? [answer.tour] : answer.loops}
          beside={nearestTour(places)}
          selected={selected}
          select={select}
          move={move}
          label={`Map of the depot and ${counted(places.length - 1, "stop")}${current ? `; the tour is ${order(answer)}` : ""}`}
        />
        <RouteStops
          places={places}
          selected={selected}
          select={select}
          move={move}
          change={change}
        />
      </div>
      <p className="live-status" role="status">
        {failure
          ? `The solver did not answer: ${failure}`
          : working
            ? answer.rounds.length > 0 && current
              ? `Solving … bound ${miles(answer.bound)}, gap ${miles(answer.length - answer.bound)}`
              : "Solving …"
            : shown === firstShown
              ? "Solved with HiGHS when this page was made."
              : answer.proven
                ? `Solved in your browser: ${miles(answer.length)}, proven shortest after ${counted(answer.rounds.length, "solve")}.`
                : `Stopped with a gap of ${miles(answer.length - answer.bound)}.`}
      </p>
      <div data-stale={!current || undefined}>
        <div className="live-answer">
          <div>
            <h4>The proof</h4>
            <Proof answer={answer} />
          </div>
          <div>
            <h4>Beside the obvious way</h4>
            <Beside {...shown} />
          </div>
          <div>
            <h4>How the bound rose</h4>
            <Rounds answer={answer} />
          </div>
          <div>
            <h4>The order</h4>
            <p>{order(answer)}</p>
            <p className="live-note">
              Every solve forbids the separate loops of the one before. Its own optimum is a bound
              for every round trip; as soon as it is one loop, bound and tour are the same.
            </p>
          </div>
        </div>
      </div>
    </LiveFrame>
  );
}
