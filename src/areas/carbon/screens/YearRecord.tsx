import { useState } from "react";
import { useNavigate } from "react-router";
import { pathTo } from "#areas.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { Chart } from "#web/kit/chart/Chart.tsx";
import { Finding } from "#web/kit/Finding.tsx";
import { dialogOnDemand, type MenuEntry } from "#web/kit/overlays.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { Attachments } from "#web/kit/record/Attachments.tsx";
import { Comments } from "#web/kit/record/Comments.tsx";
import type { ExtraAction } from "#web/kit/record/offers.ts";
import { RecordPage, type RecordTab } from "#web/kit/record/RecordPage.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { kilograms, shownTons } from "../line/gas.model.ts";
import { qualities, yearCourse, yearCycle, yearStatuses } from "../year/year.labels.ts";
import type { YearDetail } from "../year/year.model.ts";
import { Credits } from "./Credits.tsx";
import { GapsOfYear } from "./GapTable.tsx";
import { LinesOfYear } from "./LineTable.tsx";
import { Method } from "./Method.tsx";
import { barsOf, causesOf, findingOf, largestOf } from "./totals.ts";

const LineDialog = dialogOnDemand(async () => (await import("./LineDialog.tsx")).LineDialog);
const YearDialog = dialogOnDemand(async () => (await import("./YearDialog.tsx")).YearDialog);
const RestateDialog = dialogOnDemand(
  async () => (await import("./RestateDialog.tsx")).RestateDialog,
);
const OpenDialog = dialogOnDemand(async () => (await import("./OpenDialog.tsx")).OpenDialog);

const look = { statuses: yearStatuses, course: yearCourse, actions: yearCycle.actions };
const series = Object.entries(qualities).map(([id, label]) => ({ id, label }));

type Cause = ReturnType<typeof causesOf>[number];
const causeParts: readonly LinePart<Cause>[] = [
  { label: "Cause", as: "title", cell: ({ cause }) => cause },
  { label: "CO2e", as: "amount", cell: ({ grams }) => kilograms(grams) },
];

/** Why a restated year differs from the version that it restates. */
function Causes({ year }: { year: YearDetail }) {
  if (year.difference === null) return null;
  const { from, to } = year.difference;
  return (
    <section className="grid gap-3">
      <h2>
        From {kilograms(from)} to {kilograms(to)}
      </h2>
      <LineTable
        label="What the restatement changed, by cause"
        parts={causeParts}
        lines={causesOf(year)}
        keyOf={({ cause }) => cause}
        total={{ label: "Together", amount: kilograms(to - from) }}
      />
    </section>
  );
}

function Year({ year }: { year: YearDetail }) {
  return (
    <>
      <Finding parts={findingOf(year)} none="" />
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <Chart
          finding={largestOf(year)}
          kind="stacked"
          series={series}
          points={barsOf(year)}
          format={shownTons}
          axis="Scope and year"
          note="Gross, electricity by location. Credits are never taken off."
        />
        <GapsOfYear year={year} />
      </div>
      <LinesOfYear yearId={year.id} />
    </>
  );
}

const tabs: readonly RecordTab<YearDetail>[] = [
  { id: "year", label: "Year", content: (year) => <Year year={year} /> },
  {
    id: "method",
    label: "How it is counted",
    content: (year) => (
      <>
        <Causes year={year} />
        <Method year={year} />
      </>
    ),
  },
  { id: "credits", label: "Credits", content: () => <Credits /> },
  {
    id: "files",
    label: "Files and comments",
    content: ({ id }) => (
      <>
        <Attachments objectType="carbonYear" objectId={id} />
        <Comments objectType="carbonYear" objectId={id} />
      </>
    ),
  },
];

type Opened = { what: "line" | "year" | "restate" | "open"; year: YearDetail };

type Open = (what: Opened["what"]) => void;

const extrasFor = (year: YearDetail, open: Open, recount: () => void): ExtraAction[] => [
  ...(year.canEdit
    ? [
        { label: "Add a line", onSelect: () => open("line") },
        { label: "Count again", onSelect: recount },
      ]
    : []),
  ...(year.canRestate ? [{ label: "Restate", onSelect: () => open("restate") }] : []),
];

/** What is done seldom: other years, other versions, factors. */
const menuFor = (
  year: YearDetail,
  may: boolean,
  open: Open,
  go: (to: string) => void,
): MenuEntry[] => [
  ...(year.canEdit ? [{ label: "Change the year", onSelect: () => open("year") }] : []),
  ...(may ? [{ label: "Begin another year", onSelect: () => open("open") }] : []),
  ...(may && year.canEdit
    ? [{ label: "Import lines", onSelect: () => go(pathTo("carbonLineImport")) }]
    : []),
  { label: "Emission factors", onSelect: () => go(pathTo("carbonFactors")) },
  ...year.versions
    .filter(({ id }) => id !== year.id)
    .map(({ id, number, status }) => ({
      label: `${number}, ${yearStatuses[status].label.toLowerCase()}`,
      onSelect: () => go(pathTo("carbonYear", { id })),
    })),
];

/** A carbon year in one version, as the page of carbon and the page of the version show it. */
export function YearRecord({ id }: { id: string }) {
  const { can } = useAuth();
  const navigate = useNavigate();
  const [opened, setOpened] = useState<Opened | null>(null);
  const act = useMutationAction("carbon-years", "carbon-lines", "carbon-gaps");
  const close = () => setOpened(null);
  const recount = async ({ version }: YearDetail) => {
    try {
      await act.mutateAsync({
        path: `/api/v1/carbon-years/${id}/actions/recount`,
        body: {},
        version,
      });
      notify.done("Counting", "The year is counted from the records; the page follows.");
    } catch (error) {
      notify.failed("It is not counted", error);
    }
  };
  return (
    <>
      <RecordPage<YearDetail>
        path="/api/v1/carbon-years"
        id={id}
        lifecycle={look}
        title={({ year }) => `Emissions of ${year}`}
        subtitle={({ versionNo, preparedBy, reviewedBy }) =>
          [
            `Version ${versionNo}`,
            preparedBy && `prepared by ${preparedBy}`,
            reviewedBy && `reviewed by ${reviewedBy}`,
          ]
            .filter(Boolean)
            .join(", ")
        }
        extraActions={(year) =>
          extrasFor(
            year,
            (what) => setOpened({ what, year }),
            () => void recount(year),
          )
        }
        menu={(year) =>
          menuFor(
            year,
            can("carbon.prepare"),
            (what) => setOpened({ what, year }),
            (to) => void navigate(to),
          )
        }
        tabs={tabs}
      />
      {opened?.what === "line" && <LineDialog year={opened.year} onClose={close} />}
      {opened?.what === "year" && <YearDialog year={opened.year} onClose={close} />}
      {opened?.what === "restate" && <RestateDialog year={opened.year} onClose={close} />}
      {opened?.what === "open" && <OpenDialog next={opened.year.year + 1} onClose={close} />}
    </>
  );
}
