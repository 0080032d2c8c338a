import { useNavigate, useSearchParams } from "react-router";
import { Form } from "#web/kit/form/Form.tsx";
import { TextField } from "#web/kit/form/fields.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { Tabs } from "#web/kit/Tabs.tsx";
import { rememberedNotice } from "#web/shell/guard.ts";
import { useFreshStart } from "#areas/vendor-portal/vendor-portal.ui.tsx";
import { CompanyAgencies } from "./CompanyAgencies.tsx";
import { CompanyDocuments } from "./CompanyDocuments.tsx";
import { CompanyForm } from "./CompanyForm.tsx";
import { CompanyPeople } from "./CompanyPeople.tsx";
import type { CompanyView } from "./company.model.ts";

const useInvitation = () => {
  const token = useSearchParams()[0].get("invitation");
  const found = useGet<{ orgId: string; agency: string; company: string } | null>(
    "vendor-invitation",
    `/api/v1/vendor-company/invitation?token=${encodeURIComponent(token ?? "")}`,
    { enabled: Boolean(token) },
  );
  return { token, invited: found.data ?? null };
};

/** The company of the person who is signed in: data, documents, agencies, people. */
export function CompanyBody() {
  const company = useGet<CompanyView>("vendor-company", "/api/v1/vendor-company");
  const { token, invited } = useInvitation();
  if (company.isPending) return <RecordSkeleton />;
  if (!company.data)
    return (
      <ErrorPanel
        error={company.error}
        what="Your company"
        onRetry={() => void company.refetch()}
      />
    );
  const view = company.data;
  const again = () => void company.refetch();
  if (!view.company) return <p className="text-t2">Your company's data are not entered yet.</p>;
  return (
    <Tabs
      label="Company"
      tabs={[
        {
          id: "agencies",
          label: "Agencies",
          count: view.vendorOf.length,
          content: () => (
            <div className="mt-4">
              <CompanyAgencies view={view} invitation={token} invited={invited} onChanged={again} />
            </div>
          ),
        },
        {
          id: "data",
          label: "Company data",
          content: () => (
            <div className="mt-4">
              <CompanyForm />
            </div>
          ),
        },
        {
          id: "documents",
          label: "Documents",
          count: view.documents.length,
          content: () => (
            <div className="mt-4">
              <CompanyDocuments view={view} onChanged={again} />
            </div>
          ),
        },
        {
          id: "people",
          label: "People",
          content: () => (
            <div className="mt-4">
              <CompanyPeople />
            </div>
          ),
        },
      ]}
    />
  );
}

/** The first step of somebody who acts for no company yet. */
export function FoundCompany() {
  const { invited } = useInvitation();
  const fresh = useFreshStart();
  const navigate = useNavigate();
  const found = useMutationAction("vendor-company", "me");
  const submit = async (values: { name: string }) => {
    await found.mutateAsync({ path: "/api/v1/vendor-company", body: values });
    await fresh();
    const notice = rememberedNotice();
    if (notice) await navigate(notice);
  };
  return (
    <div className="mx-auto grid max-w-[720px] gap-4">
      <div>
        <h1>Register your company</h1>
        <p className="mt-1 text-16 text-t2">
          {invited ? `${invited.agency} asks ${invited.company} to register. ` : ""}You enter your
          company once and send it to every agency that you want to supply; each decides for itself.
        </p>
      </div>
      <Panel title="Your company">
        <Form<{ name: string }>
          formKey={null}
          defaultValues={{ name: invited?.company ?? "" }}
          submitLabel="Begin"
          onSubmit={submit}
        >
          <TextField
            name="name"
            label="Legal name"
            hint="As on Form W-9"
            required
            maxLength={200}
            autoComplete="organization"
          />
        </Form>
        <p className="mt-4 text-13 text-t3">
          You are its first person; invite colleagues later. A member of an agency needs an account
          of its own for this.
        </p>
      </Panel>
    </div>
  );
}
