/** Policies and certificates of Carver County, as its people would write them. */
export const procurementText = `# Purpose
The county buys in the open, at fair prices, and can show how each supplier was chosen.

# Thresholds
- Up to $10,000: one written price is enough; prices are spread among qualified suppliers.
- Above that and up to $150,000: three written quotes are asked for.
- Above that: sealed bids or competitive proposals.

# Steps
1. The department writes down what it needs and by when.
2. The buyer asks for quotes, or opens a solicitation.
3. Somebody who did not ask for the purchase approves it.`;

export const procurementChanges =
  "Quotes are asked for above $10,000 instead of $5,000; electronic quotes count as written.";

export const conflictText = `# Who it is for
Everybody who works for the county.

# What it asks
- Nobody takes part in choosing a supplier in which they, their family or their next employer has an interest (2 CFR 200.318(c)(1)).
- Gifts from suppliers are refused, whatever they are worth.
- An interest is told to the manager before the purchase begins, not after.

# What happens else
A purchase that breaks this policy is stopped, and looked into by the compliance officer.`;

export const recordsText = `# How long records are kept
- Purchases and contracts: seven years after the last payment.
- Records of federal awards: three years after the final report (2 CFR 200.334).

# Before something is deleted
1. Look whether a legal hold stands on it.
2. The records officer approves the list.`;

export const travelText = `# Before the trip
The manager approves the trip and its cost.

# Behind the trip
Receipts come within ten days.`;
