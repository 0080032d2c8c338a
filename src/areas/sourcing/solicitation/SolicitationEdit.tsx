import { Navigate, useLocation, useNavigate, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { Form } from "#web/kit/form/Form.tsx";
import { useOpened } from "#web/kit/form/opened.ts";
import { useMutationAction } from "#web/kit/queries.ts";
import { ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import type { SolicitationDetail } from "./solicitation.model.ts";
import { SolicitationFields } from "./SolicitationFields.tsx";
import { toForm, toInput, type SolicitationValues } from "./solicitationForm.ts";

/** Changes a draft; what is in review or published is changed otherwise. */
export default function SolicitationEdit() {
  const { id = "" } = useParams();
  const navigate = useNavigate();
  const { search } = useLocation();
  const path = "/api/v1/solicitations";
  const record = useOpened<SolicitationDetail>(path, id);
  const save = useMutationAction<{ id: string }>("solicitations");
  if (record.isPending) return <RecordSkeleton />;
  if (!record.record)
    return (
      <ErrorPanel
        error={record.error}
        what="This solicitation"
        onRetry={() => void record.refetch()}
      />
    );
  const s = record.record;
  // Back to the tab that was left.
  const back = `${pathTo("solicitation", { id })}${search}`;
  if (!s.canEdit) return <Navigate to={back} replace />;
  const submit = async (values: SolicitationValues) => {
    await save.mutateAsync({
      method: "PATCH",
      path: `${path}/${id}`,
      body: toInput(values),
      version: s.version,
    });
    void navigate(back);
  };
  return (
    <div className="grid gap-5">
      <div>
        <p className="plate">
          <span className="plate-number">{s.number}</span>
        </p>
        <h1 className="mt-1">{s.title}</h1>
      </div>
      <Form<SolicitationValues>
        formKey={`solicitation-${id}`}
        defaultValues={toForm(s)}
        submitLabel="Save"
        wide
        onCancel={() => void navigate(back)}
        onSubmit={submit}
        version={s.version}
        conflict={record.conflictOf(toForm)}
      >
        <div className="grid gap-8">
          <SolicitationFields />
        </div>
      </Form>
    </div>
  );
}
