import { dateIn } from "#kernel/dates.ts";
import { addDays, instantAt } from "#kernel/time.ts";
import { fiscalYearOf } from "#areas/budget/budget.server.ts";
import { carryChange, changeInput } from "#areas/contracts/contracts.server.ts";
import { carverCountyId, carverTimeZone, demoPersonId } from "#areas/identity/identity.public.ts";
import { demoActor } from "#areas/identity/identity.server.ts";
import {
  changeOrder,
  decideFor,
  draftedChangesOf,
  orderChangeInput,
} from "#areas/procurement/procurement.server.ts";
import { changeFromRfi } from "../question/change.service.ts";
import { bridgeChange } from "./projects.data.ts";
import { drawnPicture, type Told } from "./punch.seed.ts";

type Of = {
  contractId: string;
  /** The answered question that costs more. */
  rfiId: string;
  orderId: string;
  accountStringId: string;
  costCodeId: string;
};

// Who signs for the county keeps the signed copy.
const signer = demoPersonId("manager@demo.levee.test");

const dayAt = (at: string) => dateIn(instantAt(Date.parse(at)), carverTimeZone);

// The buyer finishes the drafted change of the order; what grows is approved by another.
const followInOrder = async ({ story, ago }: Told, o: Of, days: number): Promise<void> => {
  const [draft] = await draftedChangesOf(story.app.database.read(demoActor("buyer")), o.orderId);
  await story.as("buyer", ago(days), (tx, actor) =>
    changeOrder(
      tx,
      actor,
      { id: o.orderId, version: null },
      orderChangeInput.parse({
        reason: draft!.because,
        draftId: draft!.id,
        added: draft!.lines.map(({ description, cents }) => ({
          description,
          quantity: String(cents / 100),
          unit: "lump sum",
          unitPrice: "1.00",
          commodityCode: null,
          costCodeId: o.costCodeId,
          splits: [{ accountStringId: o.accountStringId }],
        })),
      }),
      story.app.config.origin,
    ),
  );
  await decideFor(story, o.orderId, ago(days - 0.5), "approve");
};

/** The change that the question about the rock opened: in force, and its order follows. */
export const tellChange = async (told: Told, o: Of, days: number): Promise<void> => {
  const { story, ago } = told;
  const { title, reason, scope, dollars } = bridgeChange;
  const lines = [{ description: title, amount: dollars * 100, days: bridgeChange.days }];
  const { id } = await story.as("engineer", ago(days), (tx, actor) =>
    changeFromRfi(
      tx,
      actor,
      o.rfiId,
      changeInput.parse({ contractId: o.contractId, title, reason, lines }),
    ),
  );
  const db = story.app.database.read({ orgId: carverCountyId, personId: null });
  const { year } = await fiscalYearOf(db, dayAt(ago(days)));
  const fileId = await drawnPicture(told, title, "Handed in", signer);
  const on = (later: number) => ago(days - later * 0.8);
  await carryChange(
    story,
    {
      id,
      on,
      scope,
      analysis: "Hours at the rates of the contract.",
      funding: "Road and bridge, 210-RDB-5410-P131",
      yearPlan: [{ year, amount: dollars * 100 }],
    },
    {
      signedOn: addDays(dayAt(on(6)), -1),
      ourSigner: "Chair of the county board",
      vendorSigner: "For the vendor, as on the signed copy",
      fileId,
    },
  );
  await followInOrder(told, o, days - 5.5);
};
