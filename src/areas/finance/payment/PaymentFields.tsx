import { formatInstant } from "#kernel/dates.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import type { PaymentDetail } from "./payment.model.ts";
import { returnCodes } from "./return-code.data.ts";

const accountCodes = Object.entries(returnCodes)
  .filter(([, { account }]) => account)
  .map(([code, { meaning }]) => `${code} (${meaning})`)
  .join(", ");

const always = {
  ask: (
    <p className="text-t2">
      A letter asks the vendor whether it has the check and where a new one goes. It stays out until
      it is voided.
    </p>
  ),
  clear: (
    <div className="field">
      <label htmlFor="cleared-on">Cleared on</label>
      <input id="cleared-on" name="clearedOn" type="date" className="field-control" />
    </div>
  ),
  return: (
    <div className="grid gap-3">
      <p className="text-13 text-t2">
        With {accountCodes} the account is wrong: payment of the vendor is held until somebody has
        verified it. A code with C only corrects the vendor’s details: the payment stands.
      </p>
      <div className="form-row">
        <div className="field">
          <label htmlFor="return-code">Code of the bank</label>
          <p className="hint">From the bank’s return file.</p>
          <input
            id="return-code"
            name="returnCode"
            className="field-control"
            required
            pattern="[A-Za-z][0-9]{2}"
            maxLength={3}
            list="return-codes"
          />
          <datalist id="return-codes">
            {Object.entries(returnCodes).map(([code, { meaning }]) => (
              <option key={code} value={code}>
                {meaning}
              </option>
            ))}
          </datalist>
        </div>
        <div className="field">
          <label htmlFor="returned-on">Returned on</label>
          <input id="returned-on" name="returnedOn" type="date" className="field-control" />
        </div>
      </div>
    </div>
  ),
};

/** What the bank confirmed of an entry: nobody else can know that it does not post. */
function BankWord() {
  return (
    <>
      <div className="field">
        <label htmlFor="bank-confirmation">What the bank confirmed</label>
        <p className="hint">
          That the entry is deleted or reversed: its reference, and who said it.
        </p>
        <input
          id="bank-confirmation"
          name="bankConfirmation"
          className="field-control"
          required
          maxLength={500}
        />
      </div>
      <div className="field">
        <label htmlFor="bank-confirmed-on">Confirmed on</label>
        <input
          id="bank-confirmed-on"
          name="bankConfirmedOn"
          type="date"
          className="field-control"
          required
        />
      </div>
    </>
  );
}

/** Who drew the costs that it pays, and what a void does with the bank file. */
function VoidFields({ payment }: { payment: PaymentDetail }) {
  return (
    <div className="grid gap-4">
      {payment.drawn && <p className="notice tone-warning">{payment.drawn}</p>}
      <BankFileFields payment={payment} />
    </div>
  );
}

// What a void does with the bank file, and what must be said of it first.
function BankFileFields({ payment: p }: { payment: PaymentDetail }) {
  const { timeZone } = useAgency();
  const file = p.bankFile;
  if (p.method === "check")
    return (
      <p className="text-13 text-t2">
        Void a check that you have in hand, or whose payment the bank stopped. Its number stays in
        the register, marked as void.
      </p>
    );
  if (file?.state === "atBank")
    return (
      <div className="grid gap-4">
        <p className="text-13 text-t2">
          The bank file of {p.runNumber} with this payment went to the bank. Ask it to delete or
          reverse the entry first: until it says so, the vendor is paid, and a second payment would
          pay twice.
        </p>
        <BankWord />
      </div>
    );
  if (file?.state !== "here") return null;
  return (
    <div className="grid gap-4">
      <p className="text-13 text-t2">
        The bank file of {p.runNumber} was not sent. It is made anew without this payment, with
        another hash; the file of now is not handed out again.
      </p>
      {file.takenAt && (
        <label className="check">
          <input type="checkbox" name="notUploaded" required />
          <span>
            {file.takenBy ?? "Somebody"} downloaded the file on{" "}
            {formatInstant(file.takenAt, timeZone)}. It was not uploaded at the bank. (If it was,
            mark the run as sent first.)
          </span>
        </label>
      )}
    </div>
  );
}

/** What the actions of a payment ask for, by their names. */
export const paymentFields = (p: PaymentDetail) => ({
  ...always,
  void: <VoidFields payment={p} />,
  confirm: <BankWord />,
});
