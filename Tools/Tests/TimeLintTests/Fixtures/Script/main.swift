// Code outside any declaration, as an executable's main file has it.
import FoundationEssentials

let start = Date()  // clock: Date()
var last = start
print("after \(Date.now.timeIntervalSince(start)) s")  // clock: Date.now
if last < .now { last = Date(timeIntervalSince1970: 0) }  // clock: Date.now
for await date in AsyncStream<Date>(unfolding: { .now }) {  // clock: Date.now
    last = date
    break
}
try await Task.sleep(for: .seconds(1))  // clock: Task.sleep(for:tolerance:clock:)
