import { Download } from "lucide-react";
import { formatInstant } from "#kernel/dates.ts";
import type { Instant } from "#kernel/time.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { TextField } from "#web/kit/form/fields.tsx";
import { Form } from "#web/kit/form/Form.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { Fact, Facts } from "#web/kit/record/Facts.tsx";
import type { SourceRow } from "./screening.model.ts";

const path = "/api/v1/exclusion-lists/source";

/** When the address last gave a list, when it was last asked, and why it gave nothing. */
function SourceFacts({ source }: { source: SourceRow }) {
  const { timeZone } = useAgency();
  const at = (instant: Instant | null) => (instant ? formatInstant(instant, timeZone) : "Never");
  return (
    <div className="grid gap-2">
      <Facts>
        {!source.canEdit && (
          <Fact label="Address">
            <span className="break-all">{source.address}</span>
          </Fact>
        )}
        <Fact label="Last fetched">{at(source.fetchedAt)}</Fact>
        <Fact label="Last answered">{at(source.checkedAt)}</Fact>
      </Facts>
      {source.failure && (
        <p className="text-danger" role="status">
          {source.failedAt && `Since ${at(source.failedAt)} nothing came. `}
          {source.failure}
        </p>
      )}
    </div>
  );
}

function AddressForm({ source }: { source: SourceRow }) {
  const save = useMutationAction("exclusionList");
  const submit = async ({ address }: { address: string }) => {
    await save.mutateAsync({ method: "PUT", path, version: source.version, body: { address } });
    notify.done(address ? "The address is saved" : "The list is no longer fetched");
  };
  return (
    <Form<{ address: string }>
      key={source.version}
      // No draft on this device: the address may hold a key.
      formKey={null}
      defaultValues={{ address: source.address }}
      submitLabel="Save"
      onSubmit={submit}
    >
      <TextField
        name="address"
        label="Address of the CSV file"
        type="url"
        hint="https only, on the public internet. Every night it is asked for a newer list. Empty: nothing is fetched."
        maxLength={2000}
      />
    </Form>
  );
}

/** The address that the list is taken from by itself, for administrators to set. */
export function ExclusionSource({ source }: { source: SourceRow }) {
  const { can } = useAuth();
  const fetching = useMutationAction("exclusionList");
  if (!source.canEdit && !source.address) return null;
  const fetchNow = () =>
    fetching.mutate(
      { path: `${path}/actions/fetch` },
      {
        onSuccess: () => notify.done("Fetching the list", "The jobs tray shows how far it is."),
        onError: (error) => notify.failed("The list is not fetched", error),
      },
    );
  return (
    <Panel title="From an address">
      <div className="grid gap-4">
        {source.address && <SourceFacts source={source} />}
        {source.canEdit && <AddressForm source={source} />}
        {source.address && can("vendor.screen") && (
          <button
            type="button"
            className="btn justify-self-start"
            aria-disabled={fetching.isPending}
            onClick={() => {
              if (!fetching.isPending) fetchNow();
            }}
          >
            <Download aria-hidden="true" />
            Fetch now
          </button>
        )}
      </div>
    </Panel>
  );
}
