/**
 * Whether a shipped rule is the product's default of an agency's own policy, and no federal law: its
 * citation says so.
 */
export const isPolicy = (rule: { citation: string }): boolean => /^Agency\b/.test(rule.citation);
