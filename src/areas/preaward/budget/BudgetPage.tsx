import { useWatch } from "react-hook-form";
import { Link, useNavigate, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import type { Day } from "#kernel/time.ts";
import { Form } from "#web/kit/form/Form.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { Findings } from "../application/Findings.tsx";
import { BudgetFields } from "./BudgetFields.tsx";
import type { BudgetRule } from "./budget-rules.model.ts";
import { budgetOf, sumsOf, valuesOf, type BudgetValues } from "./budgetForm.ts";
import type { Budget } from "./budget.model.ts";
import type { Finding } from "./findings.model.ts";
import { Sums } from "./Sums.tsx";
import type { Workings } from "./workings.model.ts";

type Sheet = {
  id: string;
  number: string;
  title: string;
  applicationType: string;
  kind: string;
  startsOn: Day;
  endsOn: Day;
  budget: Budget;
  rule: BudgetRule;
  workings: Workings;
  findings: Finding[];
  mayEdit: boolean;
  version: number;
};

const fills: Readonly<Record<string, string>> = {
  non_construction: "It fills the SF-424A.",
  construction: "It fills the SF-424C.",
  short: "The short form asks for no budget.",
};

function Live({ of }: { of: Sheet }) {
  const values = useWatch<BudgetValues>() as BudgetValues;
  const sums = sumsOf(values, of.rule);
  return sums && <Sums of={sums} budget={budgetOf(values)} rule={of.rule} />;
}

/** The budget of one application. */
export default function BudgetPage() {
  const { id = "" } = useParams();
  const navigate = useNavigate();
  const sheet = useGet<Sheet>("grant-applications", `/api/v1/grant-applications/${id}/budget`, {
    first: true,
  });
  const save = useMutationAction("grant-applications");
  if (sheet.isPending) return <RecordSkeleton />;
  if (!sheet.data) return <ErrorPanel error={sheet.error} what="The budget" />;
  const { data } = sheet;
  return (
    <div className="stack">
      <div>
        <h1 className="text-22 font-semibold">Budget of {data.number}</h1>
        <p className="text-t2">
          <Link to={pathTo("grantApplication", { id })}>{data.title}</Link>,{" "}
          {formatDate(data.startsOn)} to {formatDate(data.endsOn)}. {fills[data.kind]}
        </p>
      </div>
      {data.mayEdit ? (
        <Form<BudgetValues>
          formKey={`grant-budget-${id}`}
          defaultValues={valuesOf(data.budget)}
          submitLabel="Save the budget"
          wide
          onCancel={() => void navigate(pathTo("grantApplication", { id }))}
          onSubmit={async (values) => {
            await save.mutateAsync({
              method: "PUT",
              path: `/api/v1/grant-applications/${id}/budget`,
              body: budgetOf(values),
              version: data.version,
            });
            notify.done("Saved", data.number);
          }}
        >
          <BudgetFields
            revision={data.applicationType === "revision"}
            construction={data.kind === "construction"}
            deMinimis={data.rule.deMinimisBp / 100}
          />
          <Live of={data} />
        </Form>
      ) : (
        <Sums of={data.workings} budget={data.budget} rule={data.rule} />
      )}
      <Panel title="What the rules find in the saved budget">
        <Findings
          looked="years, equipment, effort, indirect rate and match, by the law of the first day"
          items={data.findings.map((one) => ({ ...one, part: "Budget", source: one.citation }))}
        />
      </Panel>
    </div>
  );
}
