-- The look-back for split purchases also reads lines without a commodity code by their account, orders without a requisition, and what a department submitted in the period.
create index requisition_line_uncoded on requisition_line (org_id, account_string_id, requisition_id) include (amount) where commodity_code is null;
create index purchase_order_line_direct on purchase_order_line (org_id, commodity_code, account_string_id) where requisition_line_id is null;
create index requisition_submitted on requisition (org_id, department_id, submitted_at);
