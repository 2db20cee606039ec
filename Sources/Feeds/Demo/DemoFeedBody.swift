/// Writes races as a body of the public feed's `nextraces` method.
///
/// Words come escaped from their lists (``DemoText``); all else in a body has nothing to escape.
struct DemoFeedBody: Sendable {
    let draw: DemoDraw

    /// One line of UTF-8: ids in the order given, summaries in the order of their identifiers.
    func bytes(of listed: [DemoListing], count: Int) -> [UInt8] {
        let lattice = DemoLattice(draw: draw)
        var ids: [String] = []
        var summaries: [String] = []
        for listing in listed {
            let id = listing.race.identifier.text
            ids.append(id)
            summaries.append(summary(of: listing, id: id, lattice: lattice))
        }
        summaries.sort()  // by their identifiers, with which they begin
        var text = #"{"status":200,"data":{"next_to_go_ids":["#
        if !ids.isEmpty { text += "\"" + ids.joined(separator: #"",""#) + "\"" }
        text += #"],"race_summaries":{"#
        text += summaries.joined(separator: ",")
        text += #"}},"message":"Next "#
        text += String(count)
        text += #" races of a demonstration: invented, not real racing"}"#
        return Array(text.utf8)
    }

    private func summary(of listing: DemoListing, id: String, lattice: DemoLattice) -> String {
        let race = listing.race
        let meeting = DemoMeeting(of: race, in: lattice)
        let category = race.lane.category
        let name = DemoNames.race(
            number: meeting.raceNumber, category: category, region: meeting.region,
            choices: draw.choices(.raceName, race.cell, race.lane.key))
        var choices = draw.choices(.raceForm, race.cell, race.lane.key)
        // The public feed leaves these two out at times, and so does this.
        let form = choices.below(8) > 0 ? choices.element(of: DemoForms.of(category)) : ""
        let state = choices.below(24) > 0 ? meeting.place.state : ""
        return [
            "\"", id, #"":{"race_id":""#, id, #"","race_name":""#, name,
            #"","race_number":"#, String(meeting.raceNumber),
            #","meeting_id":""#, meeting.identifier(draw: draw).text, #"","meeting_name":""#, meeting.place.name,
            #"","category_id":""#, category.identifier,
            #"","advertised_start":{"seconds":"#, String(listing.start), "}", form,
            #","venue_id":""#, draw.identifier(.venueIdentifier, meeting.place.key).text,
            #"","venue_name":""#, meeting.place.name, state.isEmpty ? "" : #"","venue_state":""#, state,
            #"","venue_country":""#, meeting.place.country, "\"}",
        ].joined()
    }
}
