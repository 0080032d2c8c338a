import { useQueryClient } from "@tanstack/react-query";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { api } from "#web/kit/api.ts";
import { KeyForm } from "#web/kit/keys/KeyForm.tsx";
import { Panel, RecordSkeleton } from "#web/kit/states.tsx";

/** /utilities/shortcuts: the agency's keys, over the product's; everybody may still choose own ones. */
export default function Shortcuts() {
  const { me } = useAuth();
  const client = useQueryClient();
  if (!me?.org) return <RecordSkeleton />;
  const { id, keys, version, name } = me.org;
  return (
    <div className="grid min-w-0 gap-4">
      <h1>Shortcuts</h1>
      <p className="max-w-[70ch] text-t2">
        The keys of {name}. They hold for everybody at once, until somebody chooses keys of their
        own under Settings, Appearance.
      </p>
      <Panel title="Keys">
        <KeyForm
          saved={keys ?? {}}
          onSave={async (changes) => {
            await api(`/api/v1/organizations/${id}`, {
              method: "PATCH",
              version,
              body: { keys: changes },
            });
            await client.invalidateQueries({ queryKey: ["me"] });
          }}
        />
      </Panel>
    </div>
  );
}
