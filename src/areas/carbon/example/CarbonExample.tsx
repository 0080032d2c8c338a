import { useState } from "react";
import { LiveFrame } from "#web/site/live/LiveFrame.tsx";
import { decimal } from "#web/site/live/numbers.ts";
import {
  firstLines,
  problemsOf,
  qualities,
  scopes,
  sumsOf,
  gramsOf,
  type CarbonLine,
  type Quality,
  type Scope,
} from "./example.model.ts";

const maxLines = 12;
const blank: CarbonLine = {
  what: "Another line",
  scope: 3,
  quality: "estimated",
  quantity: "0",
  unit: "unit",
  factor: "",
  source: "",
  year: "",
  sourced: false,
};
const kg = (grams: number) => decimal(grams / 1000, 3);
const scopeWords: Readonly<Record<Scope, string>> = {
  1: "Scope 1, burned here",
  2: "Scope 2, bought energy",
  3: "Scope 3, the rest",
};
const qualityWords: Readonly<Record<Quality, string>> = {
  measured: "Measured",
  computed: "Computed from a quantity",
  estimated: "Estimated",
};

type LineProps = {
  line: CarbonLine;
  index: number;
  change: (patch: Partial<CarbonLine>) => void;
  remove: (() => void) | null;
};

function Line({ line, index, change, remove }: LineProps) {
  const problems: Partial<Record<string, string>> = problemsOf(line);
  const grams = gramsOf(line);
  const name = line.what || `Line ${index + 1}`;
  const cell = (
    field: "what" | "quantity" | "unit" | "factor" | "source" | "year",
    label: string,
    text = false,
  ) => (
    <input
      className={text ? "live-cell live-name" : "live-cell num"}
      aria-label={text && field === "what" ? `What line ${index + 1} is` : `${name}, ${label}`}
      value={line[field]}
      inputMode={text ? "text" : "decimal"}
      maxLength={text ? 40 : 14}
      autoComplete="off"
      title={problems[field]}
      aria-invalid={problems[field] ? true : undefined}
      onChange={(event) =>
        change({
          [field]: event.target.value,
          ...(field === "factor" || field === "source" || field === "year"
            ? { sourced: false }
            : {}),
        })
      }
    />
  );
  return (
    <tr>
      <th scope="row">{cell("what", "what", true)}</th>
      <td>
        <select
          className="live-cell"
          aria-label={`${name}, quality`}
          value={line.quality}
          onChange={(event) => change({ quality: event.target.value as Quality })}
        >
          {qualities.map((quality) => (
            <option key={quality} value={quality}>
              {quality}
            </option>
          ))}
        </select>
      </td>
      <td>{cell("quantity", "quantity")}</td>
      <td>{cell("unit", "unit", true)}</td>
      <td>{cell("factor", "kg for one unit")}</td>
      <td>
        {cell("source", "source of the factor", true)}
        {!line.sourced && line.factor.trim() !== "" && (
          <span className="live-mark">unverified, replace with your own factor</span>
        )}
      </td>
      <td>{cell("year", "year of the factor")}</td>
      <td className="num live-result">{grams === null ? "not counted" : kg(grams)}</td>
      <td>
        <button
          type="button"
          className="btn btn-small btn-quiet"
          aria-label={`Remove ${name}`}
          aria-disabled={!remove}
          onClick={() => remove?.()}
        >
          Remove
        </button>
      </td>
    </tr>
  );
}

function Split({ lines }: { lines: readonly CarbonLine[] }) {
  const { total, byQuality, unsourced, uncounted } = sumsOf(lines);
  const share = (grams: number) => (total === 0 ? "0.0%" : `${decimal((grams / total) * 100, 1)}%`);
  return (
    <div className="live-answer">
      <div>
        <h4>How it is known</h4>
        <dl className="live-facts">
          {qualities.map((quality) => (
            <div key={quality}>
              <dt>{qualityWords[quality]}</dt>
              <dd>
                {kg(byQuality[quality])} kg<span>{share(byQuality[quality])}</span>
              </dd>
            </div>
          ))}
        </dl>
      </div>
      <div>
        <h4>What it rests on</h4>
        <dl className="live-facts">
          <div>
            <dt>Factors with a source</dt>
            <dd>
              {kg(total - unsourced)} kg<span>{share(total - unsourced)}</span>
            </dd>
          </div>
          <div>
            <dt>
              Factors not verified<span>replace them with your own</span>
            </dt>
            <dd>
              {kg(unsourced)} kg<span>{share(unsourced)}</span>
            </dd>
          </div>
          <div className="live-strong">
            <dt>
              Lines not counted<span>for want of a factor or a quantity</span>
            </dt>
            <dd>{uncounted}</dd>
          </div>
        </dl>
      </div>
    </div>
  );
}

/** A carbon ledger to try: quantity times factor, with the factor's source and year, by scope. */
export default function CarbonExample() {
  const [lines, setLines] = useState<readonly CarbonLine[]>(firstLines);
  const { total, byScope } = sumsOf(lines);
  const full = lines.length >= maxLines;
  const patch = (index: number, change: Partial<CarbonLine>) =>
    setLines(lines.map((line, i) => (i === index ? { ...line, ...change } : line)));
  const wrong = lines.flatMap((line) =>
    Object.values(problemsOf(line)).map((problem) => `${line.what}: ${problem}`),
  );
  return (
    <LiveFrame
      id="carbon"
      title="A carbon ledger to try"
      lead="The quantities are an example. Change one, or put in a factor of your own with its source; a changed factor is marked until somebody has looked it up."
      changed={lines !== firstLines}
      reset={() => setLines(firstLines)}
    >
      <div className="live-scroll" tabIndex={0} role="region" aria-label="Ledger">
        <table className="ledger live-grid live-carbon">
          <thead>
            <tr>
              <th scope="col">What</th>
              <th scope="col">Quality</th>
              <th scope="col" className="num">
                Quantity
              </th>
              <th scope="col">Unit</th>
              <th scope="col" className="num">
                kg for one
              </th>
              <th scope="col">Source of the factor</th>
              <th scope="col" className="num">
                Year
              </th>
              <th scope="col" className="num">
                kg CO2
              </th>
              <th scope="col">
                <span className="visually-hidden">Remove</span>
              </th>
            </tr>
          </thead>
          {scopes.map((scope) => (
            <tbody key={scope}>
              {lines.map(
                (line, i) =>
                  line.scope === scope && (
                    <Line
                      key={i}
                      line={line}
                      index={i}
                      change={(change) => patch(i, change)}
                      remove={
                        lines.length > 1
                          ? () => setLines(lines.filter((_, other) => other !== i))
                          : null
                      }
                    />
                  ),
              )}
              <tr className="live-sum">
                <th scope="row" colSpan={7}>
                  {scopeWords[scope]}
                </th>
                <td className="num">{kg(byScope[scope])}</td>
                <td />
              </tr>
            </tbody>
          ))}
          <tfoot>
            <tr>
              <th scope="row" colSpan={7}>
                Total
              </th>
              <td className="num">{kg(total)}</td>
              <td />
            </tr>
          </tfoot>
        </table>
      </div>
      <div className="live-buttons">
        {scopes.map((scope) => (
          <button
            key={scope}
            type="button"
            className="btn btn-small"
            aria-disabled={full}
            onClick={() => {
              if (!full) setLines([...lines, { ...blank, scope }]);
            }}
          >
            Add to Scope {scope}
          </button>
        ))}
      </div>
      <p className="live-status" role="status">
        {wrong.length > 0
          ? `${wrong[0]}.`
          : `${kg(total)} kg, which is ${decimal(total / 1_000_000, 3)} metric tons of carbon dioxide.`}
      </p>
      <Split lines={lines} />
    </LiveFrame>
  );
}
