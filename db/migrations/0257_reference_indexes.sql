-- Replacing the lines of a draft, or deleting the draft of a bid, asks these tables whether something still refers to it: by index, not by reading what the agency has.
create index invoice_exception_line on invoice_exception (org_id, line_id) where line_id is not null;
create index invoice_split_line on invoice_split (org_id, line_id);
create index purchase_order_split_requisition on purchase_order_split (org_id, requisition_split_id) where requisition_split_id is not null;
create index final_offer_bid on final_offer (org_id, bid_id);
