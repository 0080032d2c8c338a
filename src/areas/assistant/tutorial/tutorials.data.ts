import { areaTutorials } from "./area-tutorials.data.ts";
import { cardTutorials } from "./card-tutorials.data.ts";
import { dutyTutorials } from "./duty-tutorials.data.ts";
import type { Tutorial } from "./tutorial.model.ts";
import { step, tutorial } from "./tutorial.words.ts";

const shared = {
  needs: step(
    "What needs you",
    "The first panel lists what waits for you today, soonest first. Press a line to open it. The bell and the task icon above count the same things.",
  ),
  money: step(
    "The agency's money",
    "Each figure opens the list that it sums. The bar under a figure shows what is spent, promised and left, in this order.",
  ),
  find: step(
    "Find anything",
    "Press Ctrl and K (Cmd and K on a Mac). Type a number, a title or a vendor: records that you may read come first, then pages and actions.",
  ),
  keys: step(
    "Lists by keyboard",
    "In every list: J and K move, Enter opens, Space shows the record beside the list, X selects, / searches, ? shows all keys. Settings can switch these off.",
    "/settings?tab=appearance",
  ),
  proof: step(
    "Nothing is lost",
    "Every change is in the History tab of its record and in the audit ledger, which proves itself. What you type into a form is kept on this device until you send it.",
  ),
};

/** The tutorials (SPEC 3, 4): one of the dashboard for each role, one for each working area. */
export const tutorials: readonly Tutorial[] = [
  tutorial(
    1,
    "dashboard",
    "beginner",
    "Your first day",
    [
      shared.needs,
      step(
        "Ask for something",
        "Smart requisition asks what you need, for whom and by when. It shows whether the budget covers it and which purchasing rule applies.",
        "/smart-requisition/new",
      ),
      step(
        "Follow your request",
        "Your requisitions show where each stands: who decides, since when, and what comes next.",
        "/smart-requisition?mine=true",
      ),
      shared.find,
      shared.keys,
      shared.proof,
    ],
    ["user"],
  ),
  tutorial(
    2,
    "dashboard",
    "beginner",
    "Deciding and watching",
    [
      shared.needs,
      step(
        "Decide",
        "The approvals inbox shows what each request does to the budget before you sign. Approve, return or reject; the last two ask for a reason.",
        "/approvals-inbox",
      ),
      shared.money,
      step(
        "See where work stops",
        "The procurement board shows every purchase by stage, with how long it has been there.",
        "/ai-procurement",
      ),
      step(
        "See which step takes long",
        "Growth shows the days between the steps of a purchase; a step opens its purchases, the longest wait first.",
        "/admin/growth",
      ),
      step(
        "While you are away",
        "Give your decisions to a colleague for some days. The record says who decided for whom.",
        "/approvals-inbox",
      ),
      shared.find,
      shared.proof,
    ],
    ["manager"],
  ),
  tutorial(
    3,
    "dashboard",
    "beginner",
    "Setting the agency up",
    [
      step(
        "People and duties",
        "Invite people and give each a role and duties. A duty such as buyer or treasurer says what somebody may do beyond the role; both can end on a date.",
        "/team",
      ),
      step(
        "Who approves what",
        "Approval policies are data: amount, fund, department, and the steps. Try a policy before you publish it.",
        "/approvals-inbox/policies",
      ),
      step(
        "The agency's settings",
        "Time zone, two-step sign-in, the time after which people are signed out, and what the public may read.",
        "/admin/tenant",
      ),
      shared.money,
      step(
        "The record that proves itself",
        "The audit ledger shows every change. Export a bundle and check it offline, without this server.",
        "/blockchain",
      ),
      shared.find,
    ],
    ["admin"],
  ),
  tutorial(
    4,
    "dashboard",
    "beginner",
    "Running the platform",
    [
      step(
        "What you may do",
        "A platform administrator reads how the platform runs and has no power over an agency's money or awards.",
      ),
      shared.needs,
      step("People of the agency", "The team shows roles, duties and when they end.", "/team"),
      shared.find,
      shared.keys,
      shared.proof,
    ],
    ["platform_admin"],
  ),
  tutorial(5, "requisition", "beginner", "From need to requisition", [
    step(
      "Say what you need",
      "A title that a stranger understands, the department, and the day by which you need it.",
      "/smart-requisition/new",
    ),
    step(
      "Lines and accounts",
      "Each line has a quantity, a unit and an estimated price, and is charged to one account or split by percent or amount. The shares always add up to the cent.",
    ),
    step(
      "Read the advice",
      "The panel beside the form names the purchasing method that the amount asks for, with its section, and purchases like it in the last twelve months.",
    ),
    step(
      "The budget's answer",
      "Before you submit you see what each account has left, and what it has left afterwards.",
    ),
    step(
      "Submit",
      "Submitting reserves the money. Until the last approval you can withdraw it; returned, you mend it and send it again.",
    ),
  ]),
  tutorial(6, "order", "intermediate", "Orders, receipts and changes", [
    step(
      "From requisitions to an order",
      "Bring in one approved requisition or several; accounts and shares come along.",
      "/purchase-orders/new",
    ),
    step(
      "Issue",
      "Issuing turns the reservation into an encumbrance and mails the vendor, who acknowledges by a link.",
    ),
    step(
      "Receive",
      "Record what came, line by line. More than ordered is taken only within the tolerance; what is wrong is rejected and goes back.",
    ),
    step(
      "Change",
      "A change that costs more waits for the approval of the difference; the order stays as it is until then. Every version is kept.",
    ),
    step("Close", "Short-close an order when the rest will not come: what it held is free again."),
  ]),
  tutorial(7, "invoice", "intermediate", "An invoice that matches", [
    step(
      "Take it in",
      "Type the invoice in, or take the vendor's UBL file: its totals are recomputed and differences explained.",
      "/invoices/new",
    ),
    step(
      "The match",
      "Each line stands beside what was ordered and what was received. A difference within both tolerances passes; anything else becomes an exception with an owner.",
    ),
    step(
      "Exceptions",
      "Settle an exception with a reason, ask the buyer, or return the invoice. Nothing is netted between lines.",
    ),
    step(
      "Duplicates",
      "The vendor's number is compared without spaces, dashes and leading zeros. A likely double is held until somebody decides.",
    ),
    step(
      "Due dates",
      "The prompt-payment date comes from the terms and the later of invoice and receipt. Amber is within 72 hours, red within 24.",
    ),
  ]),
  tutorial(8, "payment", "advanced", "Three people pay", [
    step(
      "Propose",
      "Accounts payable chooses what is due. Holds show why something cannot be paid yet.",
      "/payments",
    ),
    step("Approve", "Somebody else approves the run in the inbox."),
    step(
      "Release",
      "The treasurer releases it: the NACHA file and the checks are made, the remittance goes out. Nobody takes two of the three steps.",
    ),
    step(
      "A changed bank account",
      "A second person calls a number that was known before. Payments wait 48 hours after that.",
    ),
    step("When it fails", "Void a payment and reissue it. The first one stays in the record."),
  ]),
  tutorial(9, "budget", "intermediate", "Reading the budget", [
    step(
      "Account strings",
      "Fund, department, account, and where needed a project or an award. A requisition charges a string.",
    ),
    step(
      "Five columns",
      "Original, revised, reserved, promised, spent. Available is what is left of the revised budget.",
      "/budget-management",
    ),
    step(
      "Hard and soft stops",
      "A hard fund refuses what it cannot cover; a soft one warns, and a budget officer may allow it.",
    ),
    step(
      "The ledger",
      "Every figure is a sum of entries that are never changed.",
      "/budget-management/ledger",
    ),
    step("Amend and transfer", "Both write entries with a reason; nothing is overwritten."),
  ]),
  tutorial(10, "vendor", "intermediate", "A vendor that you can pay", [
    step(
      "Enter or import",
      "Doubles are found by name, tax number, UEI, address and bank account before they are stored.",
      "/vendor-directory",
    ),
    step(
      "Screen",
      "The name is compared with the federal exclusion list that you loaded; without one, record a search of SAM.gov with its picture. The evidence is kept with its date.",
    ),
    step("Activate", "An active vendor can get orders. Excluded ones cannot."),
    step("Bank details", "A change needs a second person and a call to a known number."),
    step(
      "Public or not",
      "A vendor marked as public stands in the directory that everybody sees, without tax or bank numbers.",
    ),
  ]),
  tutorial(11, "audit", "advanced", "Checking without trusting", [
    step(
      "Entries",
      "Each change is an entry with who, when, what it was and what it became.",
      "/blockchain",
    ),
    step(
      "Checkpoints",
      "Every minute the ledger is signed. Two checkpoints prove that nothing before them was changed.",
    ),
    step("A bundle", "Export the entries of a record or a time. The file holds its proofs."),
    step(
      "Verify offline",
      "The verifier needs the file and the public key, and no connection. One flipped bit is named with its place.",
    ),
    step(
      "What it cannot say",
      "A proof shows that nothing was changed, not that what was typed was true.",
    ),
  ]),
  ...areaTutorials,
  ...dutyTutorials,
  ...cardTutorials,
];
