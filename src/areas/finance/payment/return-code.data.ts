// Source: Nacha Operating Rules, Appendix Four, table of return reason codes. The Rules themselves are
// sold by Nacha; the words were compared with a bank's public list on 2026-11-22:
// https://web-xp2i-pws.ntrs.com/online_support/inforpt/ach_return_codes.htm

/**
 * Codes with which a bank returns a credit. Those that only return debits are left out (R01
 * insufficient funds, R07 to R10, R29 …). `account`: the account on file cannot
 * take the next payment either, so payment of the vendor is held until somebody has verified it.
 */
export const returnCodes: Readonly<Record<string, { meaning: string; account?: true }>> = {
  R02: { meaning: "account closed", account: true },
  R03: { meaning: "no account, or not the payee's", account: true },
  R04: { meaning: "account number invalid", account: true },
  R06: { meaning: "returned as the sending bank asked" },
  R12: { meaning: "branch sold to another bank" },
  R13: { meaning: "routing number invalid" },
  R14: { meaning: "payee's representative died" },
  R15: { meaning: "account holder died" },
  R16: { meaning: "account frozen" },
  R17: { meaning: "record with errors" },
  R20: { meaning: "account takes no transactions", account: true },
  R22: { meaning: "identification invalid" },
  R23: { meaning: "refused by the payee" },
  R24: { meaning: "entry sent twice" },
  R31: { meaning: "returned by agreement" },
  R34: { meaning: "bank takes no such entries" },
};
