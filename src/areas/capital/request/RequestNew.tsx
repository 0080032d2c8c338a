import { useNavigate } from "react-router";
import { pathTo } from "#areas.ts";
import { Form } from "#web/kit/form/Form.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { CapitalNav } from "../CapitalNav.tsx";
import { blankRequest, RequestFields, toInput, type RequestForm } from "./RequestFields.tsx";

/** Asks for a capital project. */
export default function RequestNew() {
  const navigate = useNavigate();
  const save = useMutationAction<{ id: string }>("capital-requests");
  return (
    <>
      <CapitalNav />
      <div className="stack">
        <h1 className="text-22 font-semibold">New capital request</h1>
        <Form<RequestForm>
          formKey="capital-request-new"
          defaultValues={blankRequest}
          submitLabel="Save draft"
          wide
          onCancel={() => void navigate(pathTo("capitalRequests"))}
          onSubmit={async (values) => {
            const made = await save.mutateAsync({
              path: "/api/v1/capital-requests",
              body: toInput(values),
            });
            void navigate(pathTo("capitalRequest", { id: made.id }));
          }}
        >
          <RequestFields />
        </Form>
      </div>
    </>
  );
}
