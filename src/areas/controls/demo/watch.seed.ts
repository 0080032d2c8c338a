import { demoActor } from "#areas/identity/identity.server.ts";
import type { App } from "#server/app.ts";
import { controlInput } from "../control/control.model.ts";
import { listControls } from "../control/control.read.service.ts";
import { controls, ensureControls } from "../control/control.service.ts";

const checkName = "payment.prompt";

/**
 * What the county paid in the autumn was due in the summer, all of it: before anything is judged its
 * officer lets *Paid in time* watch only, and a manager puts that in force.
 */
export const seedWatched = async (app: App): Promise<void> => {
  const [officer, manager] = [demoActor("compliance"), demoActor("manager")];
  await app.database.transaction({ orgId: officer.orgId, personId: null }, ensureControls);
  const shipped = (await listControls(app.database.read(officer))).find(
    (control) => control.checkName === checkName && control.status === "published",
  );
  if (!shipped || shipped.mode === "watch") return;
  const { definitionId, name, severity, days, ownerDuty } = shipped;
  const draft = await app.database.transaction(officer, (tx) =>
    controls.draft(
      tx,
      officer,
      controlInput.parse({ name, checkName, severity, mode: "watch", days, ownerDuty }),
      definitionId,
    ),
  );
  await app.database.transaction(manager, (tx) =>
    controls.publish(tx, manager, draft.id, draft.version),
  );
};
