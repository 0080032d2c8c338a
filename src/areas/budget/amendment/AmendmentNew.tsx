import { useNavigate, useSearchParams } from "react-router";
import { pathTo } from "#areas.ts";
import { Form } from "#web/kit/form/Form.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { BudgetNav } from "../line/BudgetNav.tsx";
import {
  AmendmentFields,
  blankAmendment,
  toInput,
  type AmendmentForm,
} from "./AmendmentFields.tsx";

/** Drafts an amendment; a forecast that runs out proposes one through the address. */
export default function AmendmentNew() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const save = useMutationAction<{ id: string }>("budget-amendments");
  const line = search.get("line");
  const proposed: AmendmentForm = line
    ? {
        ...blankAmendment,
        fiscalYearId: search.get("fiscalYearId") ?? "",
        title: search.get("title") ?? "",
        reason: search.get("reason") ?? "",
        lines: [
          { accountStringId: "", way: "gives", cents: Number(search.get("cents")) || null },
          { accountStringId: line, way: "gets", cents: Number(search.get("cents")) || null },
        ],
      }
    : blankAmendment;
  return (
    <>
      <BudgetNav />
      <div className="stack">
        <div>
          <h1 className="text-22 font-semibold">New budget amendment</h1>
          <p className="text-t2">
            What it takes is reserved from the moment that you submit it. Somebody else decides.
          </p>
        </div>
        <Form<AmendmentForm>
          formKey={line ? null : "amendment-new"}
          defaultValues={proposed}
          submitLabel="Save draft"
          wide
          onCancel={() => void navigate(pathTo("budgetAmendments"))}
          onSubmit={async (values) => {
            const made = await save.mutateAsync({
              path: "/api/v1/budget-amendments",
              body: toInput(values),
            });
            void navigate(pathTo("budgetAmendment", { id: made.id }));
          }}
        >
          <AmendmentFields />
        </Form>
      </div>
    </>
  );
}
