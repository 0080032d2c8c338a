import type { LegalElement } from "#kernel/purchase-file.ts";
import type { App } from "#server/app.ts";
import { controlSubject } from "#server/controls/control-checks.ts";
import { sql } from "#server/db/sql.ts";
import { demoActor } from "#areas/identity/identity.server.ts";
import { judgeRecords } from "../judge/judge.service.ts";
import { writeEntry } from "../file/file.service.ts";

const words: Readonly<Record<LegalElement, string>> = {
  method:
    "Two like purchases were made in the same month by different departments; nobody split them.",
  contractType: "A fixed price, because the quantities were known when it was bought.",
  selection:
    "The lowest of four bids, opened on paper before the county bought here; the list is in the file room.",
  price:
    "Compared with two catalogues on the web on the day of the order; this was the lower price.",
};

const isElement = (text: string): text is LegalElement => text in words;

/** So many files of each kind stay without their element, for whoever owes it. */
const left: Readonly<Partial<Record<LegalElement, number>>> = { price: 2, selection: 1 };

/**
 * What the buyer wrote down in files of purchases that lacked an element; three files still lack one.
 * Gives how many were completed.
 */
export const seedFiles = async (app: App): Promise<number> => {
  const buyer = demoActor("buyer");
  const lacking = await app.database.read(buyer).rows<{ subjectId: string; lacks: string[] }>(sql`
    select f.subject_id, array(select jsonb_array_elements_text(r.facts -> 'lacks')) as lacks
    from control_failure f
    join control_standing s
      on s.org_id = f.org_id
      and s.control_id = f.control_id
      and s.subject_id = f.subject_id
      and s.part = f.part
    join control_result r on r.org_id = s.org_id and r.id = s.result_id
    where f.org_id = ${buyer.orgId} and f.check_name = 'order.file' and f.status = 'open'
    order by f.number desc
  `);
  const spared = { ...left };
  const completed: string[] = [];
  for (const { subjectId, lacks } of lacking) {
    const elements = lacks.filter(isElement);
    const first = elements[0];
    if (first && elements.length === 1 && (spared[first] ?? 0) > 0) {
      spared[first]! -= 1;
      continue;
    }
    await app.database.transaction(buyer, async (tx) => {
      for (const element of elements)
        await writeEntry(tx, buyer, subjectId, { element, words: words[element] });
    });
    completed.push(subjectId);
  }
  const orders = controlSubject("purchaseOrder")!;
  await app.database.transaction({ orgId: buyer.orgId, personId: null }, (tx) =>
    judgeRecords(tx, orders, completed, "record"),
  );
  return completed.length;
};
