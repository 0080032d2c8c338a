-- The item of the contract's rate sheet that a kit's line orders; its price is that of the day.
alter table emergency_kit_line add column rate_code text;
