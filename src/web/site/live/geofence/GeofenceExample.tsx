import { useState } from "react";
import { LiveField, LiveFrame } from "../LiveFrame.tsx";
import { decimal, readDecimal } from "../numbers.ts";
import { GeofenceMap } from "./GeofenceMap.tsx";
import {
  judge,
  offsetOf,
  shifted,
  type Fence,
  type Finding,
  type Reading,
} from "#kernel/geo/fence.ts";

type Form = {
  latitude: string;
  longitude: string;
  radius: string;
  atLatitude: string;
  atLongitude: string;
  accuracy: string;
};
type Shown = { fence: Fence; reading: Reading; finding: Finding };

const degrees = (value: number) => value.toFixed(6);
const first: Form = {
  latitude: "38.581600",
  longitude: "-121.494400",
  radius: "150",
  atLatitude: "38.582630",
  atLongitude: "-121.493800",
  accuracy: "40",
};

const limits = {
  latitude: [-90, 90],
  longitude: [-180, 180],
  radius: [1, 100_000],
  atLatitude: [-90, 90],
  atLongitude: [-180, 180],
  accuracy: [0, 100_000],
} as const;
const labels: Readonly<Record<keyof Form, readonly [label: string, unit: string]>> = {
  latitude: ["Site, latitude", "degrees"],
  longitude: ["Site, longitude", "degrees"],
  radius: ["Radius of the fence", "meters"],
  accuracy: ["Accuracy of the reading", "meters"],
  atLatitude: ["Reading, latitude", "degrees"],
  atLongitude: ["Reading, longitude", "degrees"],
};
const names = Object.keys(labels) as (keyof Form)[];

const read = (
  form: Form,
): { shown: Shown | null; problems: Partial<Record<keyof Form, string>> } => {
  const problems: Partial<Record<keyof Form, string>> = {};
  const values = Object.fromEntries(
    names.map((name) => {
      const [least, most] = limits[name];
      const value = readDecimal(form[name], least, most);
      if (value === null && !(name === "accuracy" && form.accuracy.trim() === ""))
        problems[name] = `A number from ${decimal(least, 0)} to ${decimal(most, 0)}`;
      return [name, value];
    }),
  ) as Record<keyof Form, number | null>;
  if (Object.keys(problems).length > 0) return { shown: null, problems };
  const fence = {
    center: { latitude: values.latitude!, longitude: values.longitude! },
    radius: values.radius!,
  };
  const reading = {
    latitude: values.atLatitude!,
    longitude: values.atLongitude!,
    accuracy: values.accuracy,
  };
  return { shown: { fence, reading, finding: judge(fence, reading) }, problems };
};

const words = {
  inside: ["Inside", "badge tone-success"],
  outside: ["Outside", "badge tone-danger"],
  unknown: ["Not known", "badge tone-warning"],
} as const;

function Answer({ fence, finding }: Shown) {
  const [word, tone] = words[finding.verdict];
  return (
    <div className="live-answer">
      <div>
        <h4>The answer</h4>
        <p className="live-verdict">
          <span className={tone}>{word}</span>
        </p>
        <p>{finding.reason}</p>
      </div>
      <dl className="live-facts">
        <div>
          <dt>Distance of the reading</dt>
          <dd>{decimal(finding.distance, 1)} m</dd>
        </div>
        <div>
          <dt>Nearest that it can be</dt>
          <dd>{decimal(finding.nearest, 1)} m</dd>
        </div>
        <div>
          <dt>Farthest that it can be</dt>
          <dd>{finding.farthest === null ? "not known" : `${decimal(finding.farthest, 1)} m`}</dd>
        </div>
        <div className="live-strong">
          <dt>The fence ends at</dt>
          <dd>{decimal(fence.radius, 1)} m</dd>
        </div>
      </dl>
    </div>
  );
}

const cases = [
  ["90 m, ± 12 m", 90, "12"],
  ["240 m, ± 12 m", 240, "12"],
  ["145 m, ± 40 m", 145, "40"],
] as const;
const directions = [
  ["North", 0, 10],
  ["South", 0, -10],
  ["West", -10, 0],
  ["East", 10, 0],
] as const;

/**
 * A geofence to try: a site, a radius, and a reading with its accuracy; three answers are possible.
 */
export default function GeofenceExample() {
  const [form, setForm] = useState(first);
  const [last, setLast] = useState<Shown>(() => read(first).shown!);
  const { shown, problems } = read(form);
  const change = (next: Form) => {
    setForm(next);
    const readable = read(next).shown;
    if (readable) setLast(readable);
  };
  const put = (
    from: { latitude: number; longitude: number },
    east: number,
    north: number,
    accuracy = form.accuracy,
  ) => {
    const to = shifted(from, east, north);
    change({
      ...form,
      atLatitude: degrees(to.latitude),
      atLongitude: degrees(to.longitude),
      accuracy,
    });
  };
  return (
    <LiveFrame
      id="geofence"
      title="A geofence to try"
      lead="Move the reading, or make it more or less exact. The answer is computed on the globe, here in the page."
      changed={form !== first}
      reset={() => change(first)}
    >
      <div className="live-route">
        <GeofenceMap
          radius={last.fence.radius}
          offset={offsetOf(last.fence.center, last.reading)}
          accuracy={last.reading.accuracy}
          verdict={last.finding.verdict}
        />
        <div className="live-stops">
          <div className="live-fields">
            {names.map((name) => (
              <LiveField
                key={name}
                id={`geofence-${name}`}
                label={labels[name][0]}
                unit={labels[name][1]}
                mode="decimal"
                value={form[name]}
                problem={problems[name]}
                onChange={(value) => change({ ...form, [name]: value })}
              />
            ))}
          </div>
          <fieldset className="live-choices">
            <legend>Move the reading by 10 meters</legend>
            {directions.map(([label, east, north]) => (
              <button
                key={label}
                type="button"
                className="btn btn-small"
                onClick={() => put(last.reading, east, north)}
              >
                {label}
              </button>
            ))}
          </fieldset>
          <fieldset className="live-choices">
            <legend>Put it where the table has it</legend>
            {cases.map(([label, meters, accuracy]) => (
              <button
                key={label}
                type="button"
                className="btn btn-small"
                onClick={() => put(last.fence.center, 0, meters, accuracy)}
              >
                {label}
              </button>
            ))}
          </fieldset>
        </div>
      </div>
      <p className="live-status" role="status">
        {shown
          ? `${words[last.finding.verdict][0]}: ${decimal(last.finding.distance, 1)} m from the center.`
          : `Not judged: ${Object.values(problems)[0]}.`}
      </p>
      <div data-stale={!shown || undefined}>
        <Answer {...last} />
      </div>
    </LiveFrame>
  );
}
