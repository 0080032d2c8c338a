import { Link, useNavigate, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { shownDecimal } from "#kernel/quantity.ts";
import { Finding } from "#web/kit/Finding.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { Facts } from "#web/kit/record/Facts.tsx";
import { ErrorPanel, isMissing, NoSuchRecord, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { kilograms } from "../line/gas.model.ts";
import { bases } from "../line/gap.labels.ts";
import type { LineDetail } from "../line/line.model.ts";
import { categories, qualities } from "../year/year.labels.ts";

const gram = (text: string): string => `${shownDecimal(text)} g`;

function Steps({ line }: { line: LineDetail }) {
  const { perUnit, potentials, factorUnit } = line;
  return (
    <Panel title="How it comes to its grams">
      <Facts
        rows={[
          ["Quantity", `${shownDecimal(line.quantity)} ${line.unit}`],
          ["In the factor's unit", `${shownDecimal(line.amount)} ${factorUnit}`],
          [
            "Factor",
            <Link key="factor" to={pathTo("carbonFactor", { id: line.factorId })}>
              {line.factorName}
            </Link>,
          ],
          [
            `By the ${factorUnit}`,
            `${perUnit.co2} g CO2, ${perUnit.ch4} g CH4, ${perUnit.n2o} g N2O`,
          ],
          ["Carbon dioxide", gram(line.co2)],
          ["Methane", `${gram(line.ch4)}, times ${potentials.ch4}`],
          ["Nitrous oxide", `${gram(line.n2o)}, times ${potentials.n2o}`],
          ["Warming potentials", potentials.label],
          ["CO2e, rounded once", kilograms(line.grams)],
        ]}
      />
    </Panel>
  );
}

function Origin({ line }: { line: LineDetail }) {
  return (
    <Panel title="Where it comes from">
      <Facts
        rows={[
          [
            "Record",
            line.sourceHref ? (
              <Link key="record" to={line.sourceHref}>
                {line.sourceNumber}
              </Link>
            ) : (
              "Typed by hand"
            ),
          ],
          ["Day", formatDate(line.onDay)],
          [
            "Scope",
            `${line.scope}, ${categories[line.category as keyof typeof categories].toLowerCase()}`,
          ],
          ["Quality", qualities[line.quality as keyof typeof qualities]],
          ["Summed", bases[line.basis as keyof typeof bases]],
          ["Typed or settled by", line.enteredBy],
          ["Note", line.note],
          ["Factor's source", line.factorSource],
          [
            "Year",
            <Link key="year" to={pathTo("carbonYear", { id: line.yearId })}>
              {line.yearNumber}
            </Link>,
          ],
        ]}
      />
    </Panel>
  );
}

/** A line of a carbon year: every step from its record to its grams. */
export default function LinePage() {
  const { id = "" } = useParams();
  const navigate = useNavigate();
  const { data, error } = useGet<LineDetail>("carbon-lines", `/api/v1/carbon-lines/${id}`);
  const act = useMutationAction("carbon-lines", "carbon-years");
  if (isMissing(error)) return <NoSuchRecord back={{ path: "/carbon", title: "Carbon" }} />;
  if (error) return <ErrorPanel error={error} what="The line" />;
  if (!data) return <RecordSkeleton />;
  const takeOut = async () => {
    try {
      await act.mutateAsync({ path: `/api/v1/carbon-lines/${id}/actions/take-out`, body: {} });
      void navigate(pathTo("carbonYear", { id: data.yearId }));
    } catch (problem) {
      notify.failed("The line stays", problem);
    }
  };
  return (
    <div className="stack">
      <header className="grid gap-2">
        <div className="flex flex-wrap items-center gap-3">
          <h1 className="mr-auto">{data.title}</h1>
          {data.canTake && (
            <button type="button" className="btn" onClick={() => void takeOut()}>
              Take it out
            </button>
          )}
        </div>
        <Finding
          parts={[
            {
              text: `${kilograms(data.grams)} of CO2e: ${shownDecimal(data.quantity)} ${data.unit} by ${data.factorName}`,
            },
          ]}
          none=""
        />
      </header>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Steps line={data} />
        <Origin line={data} />
      </div>
    </div>
  );
}
