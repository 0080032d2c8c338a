import { useState } from "react";
import { formatInstant } from "#kernel/dates.ts";
import { counted } from "#kernel/words.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { Finding, type FindingPart } from "#web/kit/Finding.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { Facts } from "#web/kit/record/Facts.tsx";
import { ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { Badge } from "#web/kit/StatusBadge.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { modelSources } from "./model.labels.ts";
import type { ModelStanding, ModelTrials } from "./setting.model.ts";

const SetUpModel = dialogOnDemand(async () => (await import("./SetUpModel.tsx")).SetUpModel);

const outcomes = {
  green: { tone: "success", label: "Passed" },
  red: { tone: "danger", label: "Failed" },
  none: { tone: "neutral", label: "Lacks it, not needed" },
} as const;
const many = (n: number): string => n.toLocaleString("en-US");

const partsOf = (of: ModelStanding, trials: ModelTrials | null): FindingPart[] => {
  const failed = (trials?.items ?? []).filter(({ outcome }) => outcome === "red");
  return [
    ...(of.connected ? [{ text: `${nameOf(of)} betters the words of answers` }] : []),
    ...(failed.length > 0
      ? [{ text: `it failed ${counted(failed.length, "trial")} of ${trials!.items.length}` }]
      : []),
    ...(of.connected && of.areas.length === 0
      ? [{ text: "only the guide’s words leave for it, no record’s" }]
      : []),
    ...(of.month.tokens >= of.mostMonth && of.connected
      ? [{ text: "the ceiling of this month is reached" }]
      : []),
  ];
};
const nameOf = ({ source, model, operator }: ModelStanding): string =>
  source === "own" ? model : (operator ?? "A model");

function Trials({ of }: { of: ModelTrials }) {
  const { timeZone } = useAgency();
  return (
    <section className="grid gap-3">
      <h2>Trials</h2>
      <ul className="grid gap-3 lg:grid-cols-2">
        {of.items.map(({ name, outcome, said, ms }) => (
          <li key={name} className="grid content-start gap-1 rounded border border-hair p-3">
            <span className="flex items-baseline gap-3">
              <strong className="mr-auto font-medium">{name}</strong>
              <Badge {...outcomes[outcome]} />
            </span>
            <span>{said}</span>
            {ms > 0 && <span className="text-13 text-t2">{many(ms)} ms</span>}
          </li>
        ))}
      </ul>
      <p className="text-13 text-t2">Tried {formatInstant(of.triedAt, timeZone)}</p>
    </section>
  );
}

function Standing({ of }: { of: ModelStanding }) {
  const labels = of.choices.filter(({ name }) => of.areas.includes(name));
  return (
    <Panel title="How it is set up">
      <Facts
        rows={[
          ["Model", modelSources[of.source]],
          ["Address", of.source === "own" ? of.address : null],
          ["Name", of.source === "own" ? of.model : of.operator],
          ["Key", of.locked ? "Sealed, never shown" : null],
          [
            "May leave",
            labels.length > 0
              ? `The guide; records of ${labels.map(({ label }) => label.toLowerCase()).join(", ")}`
              : "The guide",
          ],
          [
            "Never leaves",
            "Sealed bids, tax, bank, pay, safety and security cases, counsel’s notes, privacy requests",
          ],
          [
            "Used this month",
            `${many(of.month.tokens)} of ${many(of.mostMonth)} tokens in ${counted(of.month.calls, "answer")}`,
          ],
          [
            "Struck this month",
            counted(
              of.month.struck,
              "sentence that no source held",
              "sentences that no source held",
            ),
          ],
          ["Failed this month", of.month.faults > 0 ? counted(of.month.faults, "answer") : null],
          ["A person, a month", `${many(of.mostPerson)} tokens`],
          ["An answer", `${many(of.mostAnswer)} tokens`],
        ]}
      />
    </Panel>
  );
}

/** The language model of the agency: what it may read, what it used, and whether it does what it must. */
export default function ModelPage() {
  const { data, error } = useGet<ModelStanding>("language-model", "/api/v1/language-model");
  const [trials, setTrials] = useState<ModelTrials | null>(null);
  const [setting, setSetting] = useState(false);
  const attempt = useMutationAction<ModelTrials>("language-model");
  if (error) return <ErrorPanel error={error} what="The language model" />;
  if (!data) return <RecordSkeleton />;
  const begin = async () => {
    try {
      setTrials(await attempt.mutateAsync({ path: "/api/v1/language-model/actions/try" }));
    } catch (problem) {
      notify.failed("It was not tried", problem);
    }
  };
  return (
    <div className="stack">
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="mr-auto text-22 font-semibold">Language model</h1>
        <button type="button" className="btn" onClick={() => setSetting(true)}>
          Set up
        </button>
        <button
          type="button"
          className="btn btn-primary"
          disabled={!data.connected || attempt.isPending}
          onClick={() => void begin()}
        >
          {attempt.isPending ? "Trying …" : "Try it"}
        </button>
      </div>
      <Finding
        parts={partsOf(data, trials)}
        none="No language model is connected. Everything but drafting works without one: words are made by rules."
      />
      {trials && <Trials of={trials} />}
      <Standing of={data} />
      {setting && <SetUpModel of={data} onClose={() => setSetting(false)} />}
    </div>
  );
}
